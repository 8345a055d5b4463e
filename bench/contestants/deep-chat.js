import 'deep-chat';
import { END_MARKER } from '../support/answer.mjs';

const chat = document.createElement('deep-chat');
chat.style.cssText = 'height: 600px; width: 800px';
chat.connect = { url: '/deep-chat', stream: true };
document.body.append(chat);

window.bench = {
  history(count) {
    chat.history = Array.from({ length: count }, (_, i) => ({
      role: i % 2 ? 'ai' : 'user',
      text: i % 2 ? `An **answer** with \`code\` number ${i}.` : `Question ${i}`,
    }));
  },
  scroller: () => chat.shadowRoot.querySelector('#messages'),
  get done() {
    return this.text().includes(END_MARKER);
  },
  send: () => chat.submitUserMessage({ text: 'go' }),
  text: () => chat.shadowRoot.textContent,
};
