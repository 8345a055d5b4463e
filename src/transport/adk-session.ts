import { AdkError } from '../errors.js';
import { isRecord, text } from './adk-event-schema.js';
import { guardFetch } from './http-errors.js';
import { resolveOption, type TransportOptions } from './transport.js';

/** The part of a stored session that matters here. */
export interface StoredSession {
  id: string;
  events: unknown[];
}

/** One conversation of one user with one app of an ADK server. */
export class AdkSession {
  readonly base: string;
  readonly userId: string;
  sessionId: string | undefined;
  #appName: string | undefined;
  #exists: boolean | undefined;
  #ready: Promise<void> | undefined;
  readonly #options: TransportOptions;
  readonly #fetch: typeof fetch;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#fetch = guardFetch(options.fetch);
    this.base = options.endpoint.replace(/\/+$/, '');
    this.#appName = options.appName;
    const kept = this.#readIds();
    this.userId = options.userId ?? kept.userId ?? `user-${randomId()}`;
    this.sessionId =
      options.sessionId ?? (kept.userId === this.userId ? kept.sessionId : undefined);
  }

  get appName(): string {
    return this.#appName ?? '';
  }

  /** Resolves when there is a session to talk in. */
  async ready(signal?: AbortSignal): Promise<void> {
    this.#ready ??= this.#prepare(signal);
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
  }

  /** The session as the server has it; nothing if it has none. */
  async load(): Promise<StoredSession | undefined> {
    if (!this.sessionId) return undefined;
    await this.#findApp();
    try {
      const session = await this.json(this.path());
      this.#exists = true;
      const events = isRecord(session) && Array.isArray(session.events) ? session.events : [];
      return { id: this.sessionId, events };
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#exists = false;
      this.#ready = undefined;
      return undefined;
    }
  }

  /** Starts over with the same id, after the server has forgotten it. */
  async recreate(signal?: AbortSignal): Promise<void> {
    this.#exists = false;
    this.#ready = undefined;
    await this.ready(signal);
  }

  async json(path: string, init?: RequestInit): Promise<unknown> {
    const response = await this.request(path, init);
    try {
      return await response.json();
    } catch (cause) {
      throw new AdkError('protocol', 'The server answered with something that is no JSON.', {
        cause,
        status: response.status,
      });
    }
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#fetch(this.base + path, {
      ...init,
      headers: {
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...(await resolveOption(this.#options.headers)),
      },
      ...(this.#options.credentials && { credentials: this.#options.credentials }),
    });
  }

  /** Address of the session, or of something in it. */
  path(...more: (string | number)[]): string {
    return [this.#sessions, this.sessionId ?? '', ...more].map(encodeSegment).join('/');
  }

  get #sessions(): string {
    const [app, user] = [this.appName, this.userId].map(encodeURIComponent);
    return `/apps/${app}/users/${user}/sessions`;
  }

  async #prepare(signal: AbortSignal | undefined): Promise<void> {
    await this.#findApp(signal);
    if (!this.sessionId || this.#exists === false) await this.#create(signal);
    this.#exists = true;
    this.#keepIds();
  }

  async #create(signal?: AbortSignal): Promise<void> {
    const post = (path: string, body: object) =>
      this.json(path, { method: 'POST', body: JSON.stringify(body), signal: signal ?? null });
    const { sessionId } = this;
    let session: unknown;
    try {
      session = await post(sessionId ? this.path() : this.#sessions, {});
    } catch (error) {
      if (!sessionId || !AdkError.isInstance(error)) throw error;
      // Somebody else was quicker.
      if (/exist/i.test(error.details ?? '') && error.status !== 404) return;
      // Servers may drop the address that names the session, which is deprecated.
      if (error.status !== 404 && error.status !== 405) throw error;
      session = await post(this.#sessions, { sessionId });
    }
    this.sessionId = (isRecord(session) && text(session.id)) || this.sessionId;
    if (!this.sessionId) throw notAdk(this.base);
  }

  /** A server with a single app needs no name for it. */
  async #findApp(signal?: AbortSignal): Promise<void> {
    if (this.#appName) return;
    const apps = await this.apps(signal);
    if (apps.length !== 1) throw appMissing('', apps);
    this.#appName = apps[0];
  }

  async apps(signal?: AbortSignal): Promise<string[]> {
    const apps = await this.json('/list-apps', { signal: signal ?? null });
    if (!Array.isArray(apps)) throw notAdk(this.base);
    return apps.filter((app) => typeof app === 'string');
  }

  get #key(): string {
    return `adk-chat:adk:${this.base}#${this.#options.appName ?? ''}`;
  }

  #readIds(): { userId?: string; sessionId?: string } {
    try {
      const kept: unknown = JSON.parse(this.#options.storage?.getItem(this.#key) ?? '{}');
      if (!isRecord(kept)) return {};
      return { userId: text(kept.userId), sessionId: text(kept.sessionId) } as object;
    } catch {
      return {};
    }
  }

  #keepIds(): void {
    try {
      const { userId, sessionId } = this;
      this.#options.storage?.setItem(this.#key, JSON.stringify({ userId, sessionId }));
    } catch {
      // A full or forbidden storage only means that a reload starts anew.
    }
  }
}

export function isMissing(error: unknown): boolean {
  return AdkError.isInstance(error) && error.status === 404 && /session/i.test(error.details ?? '');
}

export function notAdk(base: string): AdkError {
  return new AdkError(
    'configuration',
    `There is no ADK server at ${base || 'this address'}. Set "endpoint" to the address that "adk api_server" prints when it starts, such as http://localhost:8000.`,
  );
}

export function appMissing(appName: string, apps: readonly string[]): AdkError {
  const found = appName ? `There is no agent "${appName}" on this server.` : 'Which agent?';
  const list =
    apps.length > 0
      ? `Set "app-name" to one of: ${apps.join(', ')}.`
      : 'The server has no agents: start it in the folder that contains them.';
  return new AdkError('configuration', `${found} ${list}`);
}

const encodeSegment = (segment: string | number, index: number): string =>
  index === 0 ? String(segment) : encodeURIComponent(segment);

/** `randomUUID` exists only on secure origins. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('');
}
