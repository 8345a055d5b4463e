/**
 * What all pages of the gallery share: header and footer, the choice between light and dark, buttons
 * that say something to the chat, a log of its events, and code that is shown as it runs.
 */

const NAV = [
  ['/', 'Home'],
  ['/#gallery', 'Gallery'],
  ['/docs', 'Docs'],
];

const ICONS = {
  auto: '<path d="M4 5h16v11H4zM9 20h6M12 16v4"/>',
  light:
    '<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>',
  dark: '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"/>',
};

const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M6 4h20a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H15l-7 6v-6H6a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5z" fill="var(--accent)"/><path d="M10 14.5l4 4 8-8.5" fill="none" stroke="var(--on-accent)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const chats = () => document.querySelectorAll('adk-chat');

/** Our own markup, never anything that came from outside. */
function element(markup) {
  const template = document.createElement('template');
  template.innerHTML = markup.trim();
  return template.content.firstElementChild;
}

function header() {
  const here = location.pathname.replace(/(?<=.)\/$/, '');
  const links = NAV.map(([href, label]) => {
    const current = href === here || (href === '/docs' && here.startsWith('/docs'));
    return `<a href="${href}"${current ? ' aria-current="page"' : ''}>${label}</a>`;
  });
  const choice = (name, label) =>
    `<label title="${label}"><input type="radio" name="theme" value="${name}" aria-label="${label}"><svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg></label>`;
  const bar = element(`<header class="site-header">
    <a class="skip" href="#main">Skip to content</a>
    <a class="brand" href="/">${MARK}adk-chat</a>
    <nav aria-label="Site">${links.join('')}</nav>
    <form class="theme" role="radiogroup" aria-label="Colours">
      ${choice('auto', 'As the system')}${choice('light', 'Light')}${choice('dark', 'Dark')}
    </form>
  </header>`);
  bar.querySelector(`[value="${theme()}"]`).checked = true;
  bar.addEventListener('change', ({ target }) => {
    localStorage.setItem('theme', target.value);
    applyTheme();
  });
  return bar;
}

function theme() {
  const asked = new URLSearchParams(location.search).get('theme') ?? localStorage.getItem('theme');
  return asked in ICONS ? asked : 'auto';
}

function applyTheme() {
  document.documentElement.dataset.theme = theme();
  for (const chat of chats()) chat.setAttribute('color-scheme', theme());
}

/** Marks code that can be copied. */
function addCopyButton(block) {
  const frame = document.createElement('div');
  frame.className = 'snippet';
  block.replaceWith(frame);
  block.tabIndex = 0;
  block.setAttribute('role', 'region');
  block.setAttribute('aria-label', block.dataset.label ?? 'Code');
  const button = element('<button class="copy" type="button">Copy</button>');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  frame.append(block, button);
}

/** `<pre data-shows="#example">` shows the very lines that run on this page. */
function showSource(block) {
  const sources = [...document.querySelectorAll(block.dataset.shows)];
  block.textContent = sources.map((source) => sourceOf(source)).join('\n\n');
}

function sourceOf(source) {
  if (source.localName !== 'adk-chat') return dedent(source.textContent);
  const shell = authored.get(source) ?? source.cloneNode(false);
  return shell.outerHTML.replaceAll('=""', '').replaceAll(/ (id|class)="[^"]*"/g, '');
}

function dedent(text) {
  const lines = text.replace(/^\s*\n|\s+$/g, '').split('\n');
  const indent = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join('\n');
}

const EVENTS = {
  'adk-ready': () => '',
  'adk-message-send': ({ message }) => partsOf(message),
  'adk-status-change': ({ status }) => status,
  'adk-tool-call': ({ toolName, input }) => `${toolName} ${JSON.stringify(input)}`,
  'adk-tool-decision': ({ toolName, decision }) => `${toolName}: ${decision}`,
  'adk-voice-change': ({ state }) => state,
  'adk-feedback': ({ rating }) => rating ?? 'taken back',
  'adk-finish': ({ message, isAbort }) => (isAbort ? 'stopped' : partsOf(message)),
  'adk-error': ({ error }) => `${error.code}: ${error.message}`,
};

const partsOf = (message) => message.parts.map(({ type }) => type).join(', ');

function fillLog(list) {
  for (const [name, describe] of Object.entries(EVENTS)) {
    addEventListener(name, (event) => {
      const item = document.createElement('li');
      const bold = document.createElement('b');
      bold.textContent = name;
      item.append(bold, ` ${describe(event.detail ?? {})}`);
      list.append(item);
      list.scrollTop = list.scrollHeight;
    });
  }
}

const authored = new Map([...chats()].map((chat) => [chat, chat.cloneNode(false)]));

if (!document.documentElement.hasAttribute('data-bare')) {
  document.body.prepend(header());
  document.body.append(
    element(
      '<footer class="site-footer">Everything here runs on your machine, against a scripted agent: no key, no network, no tracking. MIT licence.</footer>',
    ),
  );
}
applyTheme();
for (const block of document.querySelectorAll('[data-shows]')) showSource(block);
for (const block of document.querySelectorAll('pre')) addCopyButton(block);
for (const list of document.querySelectorAll('[data-log]')) fillLog(list);
document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-try]');
  if (!button) return;
  const chat = document.querySelector(button.dataset.chat ?? 'adk-chat');
  chat.open = true;
  void chat.send(button.dataset.try || button.textContent.trim());
});
