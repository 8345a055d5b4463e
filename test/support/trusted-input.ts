import { sendMouse } from '@web/test-runner-commands';
import { waitUntil } from '@open-wc/testing';

/** A click of a person: it goes through the browser's own hit testing and is trusted. */
export async function clickOn(element: Element, button: 'left' | 'right' = 'left'): Promise<void> {
  element.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
  await sendMouse({ type: 'click', position, button });
}

/** Waits until a button of a question counts. */
export async function armed(button: () => Element | null | undefined): Promise<void> {
  await waitUntil(
    () => button()?.getAttribute('aria-disabled') === 'false',
    'the button never became ready',
    { timeout: 5000 },
  );
}
