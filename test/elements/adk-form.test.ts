import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { defineAdkElements } from '../../src/elements/adk-extras.js';
import type { AdkFormElement } from '../../src/elements/adk-form-element.js';

defineAdkElements();

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'As in the passport' },
    guests: { type: 'integer', minimum: 1 },
    size: { enum: ['small', 2] },
    vegetarian: { type: 'boolean' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
    anything: {},
  },
  required: ['name'],
};

async function show(properties: Partial<AdkFormElement>): Promise<AdkFormElement> {
  const form = await fixture<AdkFormElement>(html`<adk-form></adk-form>`);
  Object.assign(form, properties);
  await form.updateComplete;
  return form;
}

function control(form: AdkFormElement, label: string): HTMLInputElement {
  const root = form.shadowRoot!;
  const found = [...root.querySelectorAll('label')].find((each) =>
    each.textContent!.trim().startsWith(label),
  );
  return root.querySelector<HTMLInputElement>(`[id="${found!.htmlFor}"]`)!;
}

const type = (input: HTMLInputElement, value: string) => {
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

describe('<adk-form>', () => {
  it('asks for everything in a schema and is accessible', async () => {
    const form = await show({ schema, submitLabel: 'Submit' });
    await expect(form).to.be.accessible();
    expect(form.value).to.deep.equal({ vegetarian: false, tags: [] });
  });

  it('gives typed values back with their types', async () => {
    const form = await show({ schema });
    type(control(form, 'Name'), 'Ann');
    type(control(form, 'Guests'), '2');
    const size = control(form, 'Size');
    type(size, '1');
    control(form, 'Vegetarian').click();
    type(control(form, 'City'), 'Oslo');
    type(control(form, 'Anything'), '{"a": [1]}');
    const add = form.shadowRoot!.querySelector<HTMLButtonElement>('.row button')!;
    add.click();
    await form.updateComplete;
    type(form.shadowRoot!.querySelector('[aria-label="Tags 1"]')!, 'red');
    add.click();
    await form.updateComplete;
    type(form.shadowRoot!.querySelector('[aria-label="Tags 2"]')!, 'blue');
    expect(form.value).to.deep.equal({
      name: 'Ann',
      guests: 2,
      size: 2,
      vegetarian: true,
      address: { city: 'Oslo' },
      tags: ['red', 'blue'],
      anything: { a: [1] },
    });
    expect(form.reportValidity()).to.equal(true);
  });

  it('refuses what is missing, too small or no JSON', async () => {
    const form = await show({ schema });
    expect(form.reportValidity()).to.equal(false);
    type(control(form, 'Name'), 'Ann');
    expect(form.reportValidity()).to.equal(true);
    type(control(form, 'Guests'), '0');
    expect(form.reportValidity()).to.equal(false);
    type(control(form, 'Guests'), '1');
    type(control(form, 'Anything'), '{oops');
    expect(form.reportValidity()).to.equal(false);
  });

  it('sends itself off with Enter, once it is complete', async () => {
    const form = await show({ schema, submitLabel: 'Submit' });
    let count = 0;
    form.addEventListener('submit', () => count++);
    form.focus();
    await sendKeys({ press: 'Enter' });
    expect(count).to.equal(0);
    await sendKeys({ type: 'Ann' });
    await sendKeys({ press: 'Enter' });
    expect(count).to.equal(1);
  });

  it('asks for a single value as such', async () => {
    const form = await show({ schema: { type: 'number' } });
    type(control(form, 'Your answer'), '7.5');
    expect(form.value).to.equal(7.5);
  });

  it('shows a template filled in and keeps every entry of it', async () => {
    const form = await show({ template: { days: 3, note: '', sure: false } });
    expect(form.value).to.deep.equal({ days: 3, note: '', sure: false });
    type(control(form, 'Days'), '5');
    form.template = { days: 3, note: '', sure: false };
    await form.updateComplete;
    expect(form.value, 'a copy of the same template').to.deep.equal({
      days: 5,
      note: '',
      sure: false,
    });
  });
});
