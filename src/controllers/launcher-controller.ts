import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface LauncherSource extends ReactiveControllerHost {
  open: boolean;
}

/** Below this width the panel covers the screen and the page behind it is out of reach. */
const SMALL_SCREEN = '(max-width: 480px), (max-height: 420px)';

/**
 * Shows and hides the panel of the launcher. It lives in the top layer, above whatever the page
 * stacks: as a popover beside the page, as a modal sheet on a small screen.
 */
export class LauncherController implements ReactiveController {
  readonly #host: LauncherSource;
  readonly #small = globalThis.matchMedia?.(SMALL_SCREEN);
  #panel: HTMLDialogElement | undefined;
  #unread = 0;

  constructor(host: LauncherSource) {
    this.#host = host;
    host.addController(this);
  }

  /** Answers that came while the panel was closed. */
  get unread(): number {
    return this.#unread;
  }

  countUnread(): void {
    if (this.#host.open) return;
    this.#unread += 1;
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#small?.addEventListener('change', this.#onResize);
    visualViewport?.addEventListener('resize', this.#onViewport);
    visualViewport?.addEventListener('scroll', this.#onViewport);
    // Removing an element closes its popover; attached again, it has to be shown again.
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#small?.removeEventListener('change', this.#onResize);
    visualViewport?.removeEventListener('resize', this.#onViewport);
    visualViewport?.removeEventListener('scroll', this.#onViewport);
  }

  /** Makes the panel what `open` says. Returns what happened; `left`: the focus was in the panel. */
  sync(panel: HTMLDialogElement | null): 'shown' | 'hidden' | 'left' | undefined {
    this.#panel = panel ?? undefined;
    if (!panel?.isConnected) return undefined;
    const shown = panel.open || panel.matches(':popover-open');
    if (this.#host.open === shown) return undefined;
    if (!this.#host.open) {
      const { activeElement } = panel.getRootNode() as ShadowRoot;
      const isLeft = panel.contains(activeElement);
      hide(panel);
      return isLeft ? 'left' : 'hidden';
    }
    if (this.#unread > 0) this.#host.requestUpdate();
    this.#unread = 0;
    this.#onViewport();
    if (this.#small?.matches) panel.showModal();
    else panel.showPopover();
    return 'shown';
  }

  #onResize = (): void => {
    if (!this.#panel || !this.#host.open) return;
    hide(this.#panel);
    this.sync(this.#panel);
  };

  /** The on-screen keyboard shrinks what is visible, but not the page. */
  #onViewport = (): void => {
    const viewport = visualViewport;
    if (!viewport || !this.#panel) return;
    this.#panel.style.setProperty('--_viewport-height', `${viewport.height}px`);
    this.#panel.style.setProperty('--_viewport-top', `${viewport.offsetTop}px`);
  };
}

function hide(panel: HTMLDialogElement): void {
  if (panel.matches(':popover-open')) panel.hidePopover();
  else panel.close();
}
