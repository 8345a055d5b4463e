/** A bare page with lit and an input: the floor for start-up time. */
import { html, render } from 'lit';

render(html`<label>Message <textarea></textarea></label>`, document.body);
window.bench = { done: true };
