import { common, createLowlight } from 'lowlight';

type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>;

const lowlight = createLowlight(common);

/** Longer code is read by nobody, and colouring it would hold up the page. */
const LONGEST = 50_000;

/** Colours code of a known language; the element keeps its text, cut into spans. */
export function highlight(code: HTMLElement, text: string, language: string): void {
  const name = language.toLowerCase();
  // The block may have changed while this file was loading.
  if (text.length > LONGEST || !lowlight.registered(name) || code.textContent !== text) return;
  code.replaceChildren(...nodes(lowlight.highlight(name, text, { prefix: 'hl-' }).children));
}

function nodes(children: Tree['children']): Node[] {
  return children.flatMap((child): Node[] => {
    if (child.type === 'text') return [document.createTextNode(child.value)];
    if (child.type !== 'element') return [];
    const span = document.createElement('span');
    span.className = (child.properties.className as string[]).join(' ');
    span.append(...nodes(child.children));
    return [span];
  });
}
