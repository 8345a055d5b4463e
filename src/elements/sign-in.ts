import type { ChatStore } from '../chat/chat-store.js';
import { webUrl } from './safe-url.js';

/** What a message says of a credential request; the request itself stays in the transport. */
export interface CredentialRequest {
  scheme?: string;
  authUri?: string;
  scopes?: string[];
  /** Names the credential, so that asking for it again and again can be noticed. */
  key?: string;
}

export type CredentialKind = 'oauth' | 'apiKey' | 'bearer' | 'basic';

type Config = Record<string, unknown>;
type Change = (config: object) => object;

export type SignInResult =
  { type: 'done'; change: Change } | { type: 'cancelled' | 'signInFailed' | 'signInMismatch' };

/** The channel on which the redirect page tells where the sign-in ended. */
const CHANNEL = 'adk-chat-sign-in';
/** A server that asks again so soon did not like the last answer. */
const PAUSE = 20_000;

const answered = new WeakMap<ChatStore, Map<string, number>>();

export function credentialKind({ scheme = '' }: CredentialRequest): CredentialKind {
  if (/apikey/i.test(scheme)) return 'apiKey';
  if (/basic/i.test(scheme)) return 'basic';
  return /bearer|^http/i.test(scheme) ? 'bearer' : 'oauth';
}

/** Puts what was typed where ADK looks for it. */
export function withSecret(kind: Exclude<CredentialKind, 'oauth'>, value: unknown): Change {
  const typed = value as Record<string, string>;
  return (config) =>
    withCredential(
      config,
      kind === 'apiKey'
        ? { authType: 'apiKey', apiKey: typed.key }
        : { authType: 'http', http: { scheme: kind, credentials: typed } },
    );
}

function withCredential(config: Config | object, credential: object): object {
  const known = (config as Config).exchangedAuthCredential ?? (config as Config).rawAuthCredential;
  return { ...config, exchangedAuthCredential: { ...(known as object), ...credential } };
}

/** One sign-in in a window of its own. */
export class SignIn {
  readonly result: Promise<SignInResult>;
  #finish!: (result: SignInResult) => void;

  private constructor(
    readonly state: string,
    readonly redirect: string,
  ) {
    const channel = new BroadcastChannel(CHANNEL);
    const onMessage = ({ data, origin }: MessageEvent) => {
      const url = isRecord(data) && data.type === CHANNEL ? data.url : undefined;
      if (origin === location.origin && typeof url === 'string') this.#accept(url);
    };
    // A provider may sever `window.opener`; then only the channel is left.
    channel.addEventListener('message', onMessage);
    window.addEventListener('message', onMessage);
    this.result = new Promise<SignInResult>((resolve) => (this.#finish = resolve)).finally(() => {
      channel.close();
      window.removeEventListener('message', onMessage);
    });
  }

  /** Nothing: the browser blocked the window, or there is no address to open. */
  static open({ authUri = '' }: CredentialRequest, redirectUri?: string): SignIn | undefined {
    const url = webUrl(authUri);
    if (!url) return undefined;
    const { searchParams } = url;
    const redirect = redirectUri ? new URL(redirectUri, location.href).href : undefined;
    if (redirect) searchParams.set('redirect_uri', redirect);
    if (!searchParams.has('state'))
      searchParams.set('state', crypto.getRandomValues(new Uint32Array(4)).join('-'));
    const popup = window.open(url.href, '_blank', 'popup,width=520,height=680');
    if (!popup) return undefined;
    return new SignIn(searchParams.get('state')!, searchParams.get('redirect_uri') ?? '');
  }

  cancel(): void {
    this.#finish({ type: 'cancelled' });
  }

  /** Whole seconds until the same credential may be asked for again. */
  static secondsToWait(store: ChatStore, key = ''): number {
    const last = answered.get(store)?.get(key) ?? -Infinity;
    return Math.max(0, Math.ceil((last + PAUSE - Date.now()) / 1000));
  }

  static remember(store: ChatStore, key = ''): void {
    const times = answered.get(store) ?? new Map<string, number>();
    answered.set(store, times.set(key, Date.now()));
  }

  #accept(href: string): void {
    const { searchParams } = new URL(href);
    // Somebody else's sign-in (or an attacker's) ends on the same page.
    if (searchParams.get('state') !== this.state) return this.#finish({ type: 'signInMismatch' });
    if (searchParams.has('error')) return this.#finish({ type: 'signInFailed' });
    this.#finish({
      type: 'done',
      change: (config) => {
        const known = (config as Config).exchangedAuthCredential as Config | undefined;
        return withCredential(config, {
          oauth2: {
            ...(known?.oauth2 as object | undefined),
            authResponseUri: href,
            redirectUri: this.redirect,
          },
        });
      },
    });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
