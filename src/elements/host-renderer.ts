import type { Rendered } from './chat-context.js';

/** A renderer that fails costs the host its own card, not the user the conversation. */
export function renderByHost(render: () => Rendered): Rendered {
  try {
    return render();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}
