/** The physical limit: parse each event, append its text to one text node. No Markdown, no chat. */
const text = document.body
  .appendChild(document.createElement('pre'))
  .appendChild(document.createTextNode(''));

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
        if (chunk.type === 'text-delta') text.appendData(chunk.delta);
      }
    }
    this.done = true;
  },
  text: () => text.data,
};
