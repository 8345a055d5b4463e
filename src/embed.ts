/**
 * The script-tag entry: registers the elements and, where its own `<script>` carries `data-*`
 * attributes, mounts a chat with them. Its only global is `AdkChat`.
 */
import {
  css,
  defaultConverter,
  html,
  LitElement,
  noChange,
  notEqual,
  nothing,
  render,
  svg,
} from 'lit';
import './define.js';
import * as api from './index.js';

/** Set by the script-tag build; a package import has no script of its own. */
declare const __adkScript: HTMLScriptElement | null | undefined;
declare const __adkScriptUrl: string | undefined;

const WARNED = Symbol.for('adk-chat.version-warning');

declare global {
  interface Window {
    AdkChat?: typeof api;
  }
}

const registered = customElements.get('adk-chat') as VersionedElement | undefined;

interface VersionedElement {
  version?: string;
  [WARNED]?: boolean;
}

window.AdkChat ??= api;

/** What loads on demand from beside the script brings no second copy of Lit. */
(window as unknown as Record<symbol, unknown>)[Symbol.for('adk-chat.lit')] ??= {
  css,
  defaultConverter,
  html,
  LitElement,
  noChange,
  notEqual,
  nothing,
  render,
  svg,
};

if (registered && registered.version !== api.AdkChatElement.version && !registered[WARNED]) {
  registered[WARNED] = true;
  // eslint-disable-next-line no-console -- the host loaded two versions and should know which one runs
  console.warn(
    `adk-chat ${registered.version ?? ''} is already on this page; version ${api.AdkChatElement.version} was not registered.`,
  );
}

function findOwnScript(): HTMLScriptElement | undefined {
  if (typeof __adkScript === 'undefined') return undefined;
  return (
    __adkScript ?? [...document.scripts].find(({ src }) => src !== '' && src === __adkScriptUrl)
  );
}

function mount(script: HTMLScriptElement): void {
  const chat = document.createElement('adk-chat');
  for (const { name, value } of [...script.attributes]) {
    if (name.startsWith('data-')) chat.setAttribute(name.slice('data-'.length), value);
  }
  if (!script.hasAttribute('data-launcher')) chat.setAttribute('launcher', '');
  document.body.append(chat);
}

const script = findOwnScript();
if (script?.dataset['endpoint'] !== undefined) {
  if (document.body) mount(script);
  else document.addEventListener('DOMContentLoaded', () => mount(script), { once: true });
}
