import '../../dist/adk-chat.min.js';

const chat = document.createElement('adk-chat');
chat.style.cssText = 'block-size: 600px; inline-size: 800px';
chat.endpoint = '/api/chat';
document.body.append(chat);

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
  async send(count) {
    chat.endpoint = `/api/chat?deltas=${count}`;
    await chat.updateComplete;
    await chat.send('go');
    this.done = true;
  },
  text: () => chat.shadowRoot.textContent,
};
