import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long the buttons must have been visible in one place before they count. */
const SETTLE_MS = 500;
const SAMPLE_MS = 100;

// TypeScript's DOM library does not know version 2 of the observer.
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Makes sure that a press on a button is meant for that button: it was in sight, uncovered and in
 * the same place for half a second, a person pressed it, and no key was still held from before.
 */
export class ArmingController implements ReactiveController {
  armed = false;
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #target: () => Element | null;
  #observer: IntersectionObserver | undefined;
  #observed: Element | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #visible = false;
  #place = '';
  #since = 0;
  #freshKey = false;

  /** `target` finds the buttons; while it finds none, the controller rests. */
  constructor(host: ReactiveControllerHost & HTMLElement, target: () => Element | null) {
    this.#host = host;
    this.#target = target;
    host.addController(this);
  }

  hostUpdated(): void {
    const target = this.#host.isConnected ? (this.#target() ?? undefined) : undefined;
    if (target === this.#observed) return;
    this.#rest();
    if (target) this.#watch(target);
  }

  hostDisconnected(): void {
    this.#rest();
  }

  /** Starts the wait anew. */
  disarm(): void {
    this.#since = performance.now();
    this.#set(false);
  }

  /** Whether this click may decide something. */
  accepts(event: Event): boolean {
    this.#sample();
    return this.armed && event.isTrusted;
  }

  /**
   * For every `keydown`, `keypress` and `keyup` on the buttons. A key that went down elsewhere, as
   * the Enter that sent a message, is no answer: browsers press a button on any of the three.
   */
  onKey(event: KeyboardEvent): void {
    if (event.type === 'keydown' && !event.repeat) this.#freshKey = true;
    else if (event.repeat || !this.#freshKey) event.preventDefault();
    if (event.type === 'keyup') this.#freshKey = false;
  }

  #watch(target: Element): void {
    this.#observed = target;
    this.disarm();
    const options = { threshold: [0, 0.99], trackVisibility: true, delay: SAMPLE_MS };
    this.#observer = new IntersectionObserver(([...entries]) => {
      const entry = entries.at(-1) as VisibilityEntry;
      this.#visible =
        entry.intersectionRatio >= 0.99 &&
        // Undefined where version 2 is missing; false also where the page fades or filters the chat.
        (entry.isVisible !== false || hasEffect(target));
      this.#sample();
    }, options);
    this.#observer.observe(target);
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
  }

  #rest(): void {
    this.#observer?.disconnect();
    clearInterval(this.#timer);
    this.#observer = this.#observed = undefined;
    this.#visible = this.armed = this.#freshKey = false;
  }

  #sample(): void {
    if (!this.#observed) return;
    const { x, y, width } = this.#observed.getBoundingClientRect();
    const place = [x, y, width].map(Math.round).join();
    const now = performance.now();
    if (place !== this.#place || !this.#visible || document.hidden) this.#since = now;
    this.#place = place;
    this.#set(now - this.#since >= SETTLE_MS);
  }

  #set(armed: boolean): void {
    if (armed === this.armed) return;
    this.armed = armed;
    this.#host.requestUpdate();
  }
}

/** Whether an effect of the page, rather than something on top, explains a "not visible". */
function hasEffect(target: Element): boolean {
  let found = false;
  for (let node: Node | null = target; node; node = parentOf(node)) {
    if (!(node instanceof Element)) continue;
    const { opacity, filter, transform } = getComputedStyle(node);
    if (Number(opacity) < 0.5) return false;
    found ||= opacity !== '1' || filter !== 'none' || transform !== 'none';
  }
  return found;
}

function parentOf(node: Node): Node | null {
  if (node instanceof ShadowRoot) return node.host;
  return (node instanceof Element && node.assignedSlot) || node.parentNode;
}
