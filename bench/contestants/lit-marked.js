/** What most people write first: lit, marked and DOMPurify over the whole message on each delta. */
import DOMPurify from 'dompurify';
import { html, render } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { marked } from 'marked';

const root = document.body.appendChild(document.createElement('div'));
root.style.cssText = 'height: 600px; width: 800px; overflow-y: auto';
let frame = 0;
let answer = '';
const update = () => {
  frame = 0;
  render(html`<article>${unsafeHTML(DOMPurify.sanitize(marked.parse(answer)))}</article>`, root);
};

window.bench = {
  done: false,
  async send() {
    const response = await fetch('/api/chat', { method: 'POST', body: '{}' });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n\n');
      rest = lines.pop();
      for (const line of lines) {
        if (line === 'data: [DONE]') continue;
        const chunk = JSON.parse(line.slice(6));
        if (chunk.type === 'text-delta') answer += chunk.delta;
      }
      frame ||= requestAnimationFrame(update);
    }
    update();
    this.done = true;
  },
  text: () => root.textContent,
};
