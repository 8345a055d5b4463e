/** The cards of the landing page, and the size of the library as this browser measures it. */

const PAGES = [
  {
    href: '/sse',
    title: 'Streaming',
    text: 'Markdown, reasoning, sources, files and failures over server-sent events.',
    hue: 'light-dark(#2f5bea, #9db2ff)',
    art: '<path d="M4 6h16M4 11h11M4 16h14M4 21h7"/>',
  },
  {
    href: '/websocket',
    title: 'WebSocket',
    text: 'The same conversation over one socket, with AI SDK 7 frames.',
    hue: 'light-dark(#0b7a75, #6fd6cf)',
    art: '<path d="M4 8h13l-3-3M20 16H7l3 3"/>',
  },
  {
    href: '/voice',
    title: 'Live voice',
    text: 'Speak, listen, interrupt. PCM worklets on one bidirectional connection.',
    hue: 'light-dark(#b3406b, #ff9fc0)',
    art: '<rect x="9" y="3" width="6" height="11" rx="3"/><path d="M5 11a7 7 0 0 0 14 0M12 18v3"/>',
  },
  {
    href: '/approvals',
    title: 'Approvals',
    text: 'Exact input, one answer for a batch, permissions that can be taken back.',
    hue: 'light-dark(#1a7f4b, #7fd8a6)',
    art: '<path d="M12 3l8 3v6c0 4.5-3.3 7.8-8 9-4.7-1.2-8-4.5-8-9V6z"/><path d="M9 12l2.2 2.2L15.2 10"/>',
  },
  {
    href: '/browser-tools',
    title: 'Browser tools',
    text: 'The agent changes the page it is on, with a timeout and your consent.',
    hue: 'light-dark(#8a5300, #ffcf70)',
    art: '<path d="M3 5h18v14H3zM3 9h18"/><path d="M10 12l-2.5 2.5L10 17M14 12l2.5 2.5L14 17"/>',
  },
  {
    href: '/shop',
    title: 'On somebody’s shop',
    text: 'A launcher on a page whose style sheet does everything wrong.',
    hue: 'light-dark(#a3441a, #ffb08a)',
    art: '<path d="M4 9l1-5h14l1 5M4 9v11h16V9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9"/>',
  },
  {
    href: '/theming',
    title: 'Theming playground',
    text: 'Five presets, every token live, and the CSS to take home.',
    hue: 'light-dark(#7b3fc4, #cda8ff)',
    art: '<path d="M12 3a9 9 0 1 0 0 18c1.6 0 2-1 1.6-2.2-.5-1.5.3-2.8 2-2.8H18a3 3 0 0 0 3-3c0-5-4-10-9-10z"/><path d="M8 9h.01M12 7h.01M16 9h.01M7 13h.01"/>',
  },
  {
    href: '/replay',
    title: 'Replay',
    text: 'A recorded session, played again without any backend.',
    hue: 'light-dark(#46617f, #a9c4e4)',
    art: '<path d="M4 5v6h6M4.5 11A8 8 0 1 1 4 14M11 10l4 2.5-4 2.5z"/>',
  },
  {
    href: '/many',
    title: 'Many chats',
    text: 'Six on one page, in six looks. They share nothing but code.',
    hue: 'light-dark(#37708f, #93d0ef)',
    art: '<path d="M3 4h8v7H3zM13 4h8v7h-8zM3 13h8v7H3zM13 13h8v7h-8z"/>',
  },
  {
    href: '/adk',
    title: 'Stock ADK server',
    text: 'Point it at your own api_server: nothing to install there.',
    hue: 'light-dark(#5b606c, #b9becb)',
    art: '<path d="M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01"/>',
  },
];

document.querySelector('#cards').innerHTML = PAGES.map(
  ({ href, title, text, hue, art }) => `<li><a href="${href}">
    <div class="card-art" style="--hue: ${hue}"><svg viewBox="0 0 24 24" aria-hidden="true">${art}</svg></div>
    <div class="card-text"><h3>${title}</h3><p>${text}</p></div>
  </a></li>`,
).join('');

async function measure() {
  const { body } = await fetch('/dist/adk-chat.min.js');
  const packed = await new Response(body.pipeThrough(new CompressionStream('gzip'))).blob();
  document.querySelector('#size').textContent = `${Math.round(packed.size / 1024)} KB`;
}

void measure();
