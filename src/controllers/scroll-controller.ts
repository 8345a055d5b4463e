import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Keeps a list at its end while the reader is there, and leaves it alone otherwise. It learns
 * about sizes and positions from observers, which report after layout: nothing is measured while
 * an answer streams, and the list is scrolled at most once per frame.
 */
export class ScrollController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #scroller: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  #sentinel: HTMLElement | undefined;
  #resizes: ResizeObserver | undefined;
  #sight: IntersectionObserver | undefined;
  #sticky = true;
  #atEnd = true;
  #unseen = false;
  #position = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the end of the list is out of sight. */
  get away(): boolean {
    return !this.#atEnd;
  }

  /** Whether something arrived at the end since the reader left it. */
  get unseen(): boolean {
    return this.#unseen;
  }

  /** Tells which elements to watch; call it after each render, it only acts on a change. */
  attach(scroller: HTMLElement, content: HTMLElement, sentinel: HTMLElement): void {
    if (scroller === this.#scroller) return;
    this.#detach();
    this.#scroller = scroller;
    this.#content = content;
    this.#sentinel = sentinel;
    this.#watch();
  }

  hostConnected(): void {
    // A moved element comes back scrolled to its start.
    if (this.#scroller) this.#watch();
  }

  hostDisconnected(): void {
    this.#unwatch();
  }

  /** Something new is at the end of the list. */
  arrived(): void {
    if (this.#sticky || this.#unseen) return;
    this.#unseen = true;
    this.#host.requestUpdate();
  }

  /** Goes to the end and stays there. */
  toEnd(): void {
    this.#sticky = true;
    this.#unseen = false;
    this.#pin();
    this.#host.requestUpdate();
  }

  #watch(): void {
    const { scroller, content, sentinel } = {
      scroller: this.#scroller!,
      content: this.#content!,
      sentinel: this.#sentinel!,
    };
    this.#unwatch();
    this.#resizes = new ResizeObserver(() => {
      if (this.#sticky) this.#pin();
    });
    this.#resizes.observe(content);
    this.#resizes.observe(scroller);
    this.#sight = new IntersectionObserver((entries) => this.#onSight(entries.at(-1)!), {
      root: scroller,
      rootMargin: '0px 0px 8px 0px',
    });
    this.#sight.observe(sentinel);
    scroller.addEventListener('wheel', this.#onWheel, { passive: true });
    scroller.addEventListener('touchmove', this.#letGo, { passive: true });
    scroller.addEventListener('keydown', this.#onKeydown);
    scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    scroller.addEventListener('scrollend', this.#onScrollEnd);
    // At the end the first word of the observer does it, before the paint and without a forced layout.
    if (!this.#sticky) scroller.scrollTop = this.#position;
  }

  #unwatch(): void {
    this.#resizes?.disconnect();
    this.#sight?.disconnect();
    const scroller = this.#scroller;
    scroller?.removeEventListener('wheel', this.#onWheel);
    scroller?.removeEventListener('touchmove', this.#letGo);
    scroller?.removeEventListener('keydown', this.#onKeydown);
    scroller?.removeEventListener('scroll', this.#onScroll);
    scroller?.removeEventListener('scrollend', this.#onScrollEnd);
  }

  #detach(): void {
    this.#unwatch();
    this.#scroller = this.#content = this.#sentinel = undefined;
  }

  #pin(): void {
    // Past any real height: the browser clamps it, so nothing has to be measured.
    if (this.#scroller) this.#scroller.scrollTop = 1e9;
  }

  #onSight(entry: IntersectionObserverEntry): void {
    // A chat that is not displayed, in a closed panel for example, was not scrolled by anybody.
    if (entry.boundingClientRect.height === 0) return;
    if (entry.isIntersecting === this.#atEnd && this.#sticky === this.#atEnd) return;
    this.#atEnd = entry.isIntersecting;
    this.#sticky = this.#atEnd;
    if (this.#atEnd) this.#unseen = false;
    this.#host.requestUpdate();
  }

  // The first pixel upwards counts: waiting for the end to leave the screen would mean pulling
  // against the finger.
  #letGo = (): void => {
    this.#sticky = false;
  };

  #onWheel = (event: WheelEvent): void => {
    if (event.deltaY < 0) this.#letGo();
  };

  #onKeydown = (event: KeyboardEvent): void => {
    if (['ArrowUp', 'PageUp', 'Home'].includes(event.key)) this.#letGo();
  };

  #onScroll = (): void => {
    if (!this.#sticky && this.#scroller) this.#position = this.#scroller.scrollTop;
  };

  #onScrollEnd = (): void => {
    // An observer speaks only of changes; observed anew, it says where we are.
    if (!this.#sentinel || this.#sticky) return;
    this.#sight?.unobserve(this.#sentinel);
    this.#sight?.observe(this.#sentinel);
  };
}
