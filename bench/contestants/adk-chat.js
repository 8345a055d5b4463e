import '/dist/adk-chat.min.js';

const query = new URLSearchParams(location.search);
const chats = Array.from({ length: Number(query.get('count') ?? 1) }, mount);
const [chat] = chats;

function mount() {
  const element = document.createElement('adk-chat');
  element.style.cssText = 'block-size: 600px; inline-size: 800px';
  element.endpoint = '/api/chat';
  document.body.append(element);
  return element;
}

const message = (i) => ({
  id: `m${i}`,
  role: i % 2 ? 'assistant' : 'user',
  parts: [
    { type: 'text', text: i % 2 ? `An **answer** with \`code\` number ${i}.` : `Question ${i}` },
  ],
});

window.bench = {
  done: false,
  history(count) {
    chat.store.messages = Array.from({ length: count }, (_, i) => message(i));
  },
  scroller: () => chat.shadowRoot.querySelector('[part~="messages"]'),
  async send() {
    await chat.send('go');
    this.done = true;
  },
  /** Mounts one more chat, lets it answer, and removes it again. */
  async cycle() {
    const element = mount();
    await element.updateComplete;
    await element.send('go');
    element.remove();
  },
  text: () => chat.shadowRoot.textContent,
};
