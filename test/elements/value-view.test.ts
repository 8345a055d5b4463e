import { expect, fixture } from '@open-wc/testing';
import { renderValue, toJson } from '../../src/elements/value-view.js';
import { en } from '../../src/locales/en.js';

const show = async (value: unknown) => (await fixture(renderValue(value, en))) as HTMLElement;
const flat = (element: Element) => element.textContent!.replace(/\s+/g, ' ').trim();

function nest(levels: number): unknown {
  let value: unknown = 'core';
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

describe('renderValue', () => {
  it('lists names and values and keeps the exact JSON behind "Raw"', async () => {
    const value = { amount: 30, to: { name: 'Hanako', tags: ['a', ''] }, none: null, empty: [] };
    const element = await show(value);
    const names = [...element.querySelectorAll('dt')].map((name) => name.textContent);
    expect(names).to.deep.equal(['amount', 'to', 'name', 'tags', '1', '2', 'none', 'empty']);
    expect(flat(element)).to.contain('none null').and.contain('empty nothing');
    expect(JSON.parse(element.querySelector('pre')!.textContent!)).to.deep.equal(value);
    await expect(element).to.be.accessible();
  });

  it('folds a long text, says how long it is, and shows all of it inside', async () => {
    const text = 'x'.repeat(3000);
    const element = await show({ text });
    const fold = element.querySelector<HTMLDetailsElement>('details.fold')!;
    expect(fold.open).to.equal(false);
    expect(flat(fold.querySelector('summary')!)).to.contain('3,000 characters');
    expect(fold.lastElementChild!.textContent).to.equal(text);
  });

  it('admits what it leaves out of a very long text', async () => {
    const element = await show('y'.repeat(60_000));
    expect(flat(element)).to.contain('10,000 more characters are not shown');
  });

  it('admits what it leaves out of a very long list', async () => {
    const element = await show(Array.from({ length: 5000 }, (_, i) => i));
    expect(flat(element)).to.contain('4,000 more are not shown');
    expect(element.querySelectorAll('dt').length).to.be.lessThan(1100);
  });

  it('survives any depth and cycles', async () => {
    expect(flat(await show(nest(100_000)))).to.contain('nested too deep');
    const cycle: Record<string, unknown> = {};
    cycle.again = cycle;
    cycle.twice = [cycle, cycle];
    expect(flat(await show(cycle))).to.contain('again');
  });

  it('never reads markup in a value', async () => {
    const element = await show({ '<b>k</b>': '<img src=x onerror=alert(1)>' });
    expect(element.querySelector('img, b')).to.equal(null);
    expect(flat(element)).to.contain('<img src=x onerror=alert(1)>');
  });
});

describe('toJson', () => {
  for (const value of [{ a: [1, { b: null }], c: '"\n' }, [], {}, 'x', 1, true, null]) {
    it(`writes ${JSON.stringify(value)} like JSON.stringify`, () =>
      expect(toJson(value, en)).to.equal(JSON.stringify(value, null, 2)));
  }
  it('writes what JSON cannot', () => {
    expect(toJson({ a: undefined, b: 10n }, en))
      .to.contain('undefined')
      .and.contain('10');
  });
});
