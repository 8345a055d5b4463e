import temml from 'temml';

type Formula = Parameters<typeof draw>;

const waiting: Formula[] = [];
let pump: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds of drawing after which the page gets its turn. */
const SLICE = 16;

/** Draws a formula as MathML, as soon as there is time: a text can be made of thousands of them. */
export function drawFormula(...formula: Formula): void {
  waiting.push(formula);
  pump ??= setTimeout(drawSome);
}

function drawSome(): void {
  const end = performance.now() + SLICE;
  while (waiting.length > 0 && performance.now() < end) draw(...waiting.shift()!);
  pump = waiting.length > 0 ? setTimeout(drawSome) : undefined;
}

/** What cannot be understood stays as it was written. */
function draw(element: HTMLElement, formula: string, display: boolean): void {
  const drawn = document.createElement('span');
  try {
    temml.render(formula, drawn, {
      displayMode: display,
      throwOnError: true,
      annotate: true,
      // No links, pictures, ids or classes from a formula, and nothing larger than the text around.
      trust: false,
      maxSize: [20, 200],
      maxExpand: 200,
    });
  } catch {
    return;
  }
  element.replaceChildren(...drawn.childNodes);
}
