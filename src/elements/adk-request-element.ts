import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { toolNameOf, type AnyToolPart } from '../chat/message-parts.js';
import { adkRequestStyles } from './adk-request-styles.js';
import type { Strings } from '../locales/en.js';
import type { AdkFormElement } from './adk-form-element.js';
import type { ChatContext } from './chat-context.js';
import { icon, type IconName } from './icons.js';
import { mayTakeFocus } from './polite-focus.js';
import {
  credentialKind,
  SignIn,
  withSecret,
  type CredentialKind,
  type CredentialRequest,
} from './sign-in.js';
import { themeStyles } from './theme-styles.js';
import { valueStyles } from './value-styles.js';
import { renderLongText, renderText, renderValue } from './value-view.js';
import { visibleText } from './visible-text.js';

const OPTIONS = 50;
const TEXT = { type: 'string' };

/**
 * A call that an ADK agent leaves to the person in front of the screen: a choice, a form, a sign-in,
 * or anything else that a long-running tool waits for.
 */
export class AdkRequestElement extends LitElement {
  static override styles = [themeStyles, valueStyles, adkRequestStyles];

  @property({ attribute: false }) call!: AnyToolPart;
  @property({ attribute: false }) context!: ChatContext;

  @state() private announcement = '';
  @state() private problem = '';
  @state() private waiting = false;

  @query('.card') private card!: HTMLElement | null;
  @query('adk-form') private form!: AdkFormElement | null;

  #announced: string | undefined;
  #signIn: SignIn | undefined;
  #isSent = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#signIn?.cancel();
  }

  protected override updated(): void {
    if (this.#announced === this.call.toolCallId) return;
    this.#announced = this.call.toolCallId;
    this.#isSent = false;
    if (mayTakeFocus(this)) this.card?.focus({ preventScroll: true });
    // A live region speaks of changes: it must be there, empty, before its text.
    requestAnimationFrame(() => (this.announcement = this.#describe()));
  }

  protected override render() {
    const { call } = this;
    switch (toolNameOf(call)) {
      case 'get_user_choice':
        return this.#renderChoice(call.input);
      case 'adk_request_input':
        return this.#renderInput(call.input);
      case 'adk_request_credential':
        return this.#renderCredential((call.input ?? {}) as CredentialRequest);
      default:
        return this.#renderOther(call);
    }
  }

  #renderChoice(input: unknown) {
    const { strings } = this.context;
    const { options, message } = (input ?? {}) as { options?: unknown; message?: unknown };
    const list = Array.isArray(options) ? options.slice(0, OPTIONS) : [];
    if (list.length === 0) return this.#renderOther(this.call);
    return this.#renderCard(
      'chat',
      strings.chooseOne,
      html`${typeof message === 'string' ? html`<p>${renderText(message)}</p>` : nothing}
        <div class="choices">
          ${list.map(
            (option) =>
              html`<button type="button" @click=${() => this.#send(option)}>
                ${renderText(typeof option === 'string' ? option : JSON.stringify(option))}
              </button>`,
          )}
        </div>`,
    );
  }

  #renderInput(input: unknown) {
    const { strings } = this.context;
    const asked = (input ?? {}) as Record<string, unknown>;
    const schema = asked.response_schema ?? asked.responseSchema ?? TEXT;
    return this.#renderCard(
      'edit',
      strings.inputNeeded,
      html`${typeof asked.message === 'string' ? html`<p>${renderLongText(asked.message, strings)}</p>` : nothing}
      ${asked.payload == null ? nothing : renderValue(asked.payload, strings)}
      ${this.#renderForm(schema, strings.submit, (value) => this.#send(value))}`,
    );
  }

  #renderOther(call: AnyToolPart) {
    const { strings } = this.context;
    return this.#renderCard(
      'chat',
      strings.answerNeeded,
      html`<p><code class="name">${renderText(toolNameOf(call))}</code></p>
        ${renderValue(call.input, strings)}
        ${this.#renderForm(TEXT, strings.submit, (value) => this.#send(value))}`,
    );
  }

  #renderCredential(asked: CredentialRequest) {
    const { strings, store } = this.context;
    const kind = credentialKind(asked);
    const wait = store ? SignIn.secondsToWait(store, asked.key) : 0;
    if (wait > 0) setTimeout(() => this.requestUpdate(), 1000);
    const host = asked.authUri && URL.canParse(asked.authUri) ? new URL(asked.authUri).host : '';
    return this.#renderCard(
      'shield',
      strings.signInNeeded,
      html`${
        asked.scopes?.length
          ? html`<ul class="muted">
              ${asked.scopes.map((scope) => html`<li>${renderText(scope)}</li>`)}
            </ul>`
          : nothing
      }
      ${
        kind === 'oauth'
          ? html`<p class="muted">${this.waiting ? strings.signInOpen : nothing}</p>
              <div>
                <button
                  type="button"
                  class="primary"
                  ?disabled=${wait > 0 || !host}
                  @click=${() => this.#onSignIn(asked)}
                >
                  ${strings.signInAt(host)}
                </button>
              </div>`
          : wait > 0
            ? nothing
            : html`${this.#renderForm(
                  secretSchema(kind, strings),
                  strings.signIn,
                  (value) => void this.#hold(asked, withSecret(kind, value)),
                )} <small>${strings.secretNote}</small>`
      }
      ${wait > 0 ? html`<p class="muted">${strings.signInWait(wait)}</p>` : nothing}`,
    );
  }

  #renderForm(schema: unknown, label: string, onValue: (value: unknown) => void): TemplateResult {
    return html`<adk-form
      .schema=${schema}
      .strings=${this.context.strings}
      .submitLabel=${label}
      @submit=${() => onValue(this.form?.value)}
    ></adk-form>`;
  }

  #renderCard(name: IconName, label: string, content: TemplateResult): TemplateResult {
    return html`<div class="card" part="card" role="group" aria-labelledby="label" tabindex="-1">
      <div class="head">${icon(name)}<span id="label">${label}</span></div>
      ${content}
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      <div class="visually-hidden" role="status">${this.announcement}</div>
    </div>`;
  }

  #describe(): string {
    const { message } = (this.call.input ?? {}) as { message?: unknown };
    const label = this.card?.querySelector('#label')?.textContent ?? '';
    return visibleText(typeof message === 'string' ? `${label}: ${message}` : label);
  }

  /** The first answer counts: the card goes as soon as the store has it. */
  #send(output: unknown): void {
    const { store } = this.context;
    if (this.#isSent || !store) return;
    this.#isSent = true;
    const { toolCallId } = this.call;
    void store.addToolOutput({ tool: toolNameOf(this.call), toolCallId, output });
  }

  #onSignIn(asked: CredentialRequest): void {
    const { strings, host } = this.context;
    const { authRedirectUri: redirect } = host as { authRedirectUri?: string };
    this.#signIn?.cancel();
    this.problem = '';
    const signIn = SignIn.open(asked, redirect);
    if (!signIn) {
      this.problem = strings.signInBlocked;
      return;
    }
    this.#signIn = signIn;
    this.waiting = true;
    void signIn.result.then((result) => {
      this.waiting = false;
      if (result.type === 'cancelled') return;
      if (result.type === 'done') void this.#hold(asked, result.change);
      else this.problem = strings[result.type];
    });
  }

  /** The secret itself goes past the messages, which are shown, stored and logged. */
  async #hold(asked: CredentialRequest, change: (config: object) => object): Promise<void> {
    const { store } = this.context;
    if (this.#isSent || !store) return;
    SignIn.remember(store, asked.key);
    await store.liveTransport?.holdAnswer?.(this.call.toolCallId, change);
    this.#send({ status: 'signed in' });
  }
}

/** The same object each time: another schema would empty the form. */
const schemas = new WeakMap<Strings, Record<string, object>>();

function secretSchema(kind: Exclude<CredentialKind, 'oauth'>, strings: Strings): object {
  const secret = (title: string) => ({ type: 'string', title, format: 'password' });
  const form = (properties: object) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
  });
  const known = schemas.get(strings) ?? {
    apiKey: form({ key: secret(strings.apiKey) }),
    bearer: form({ token: secret(strings.accessToken) }),
    basic: form({
      username: { type: 'string', title: strings.userName },
      password: secret(strings.password),
    }),
  };
  schemas.set(strings, known);
  return known[kind]!;
}
