import { AdkError, isAbort, networkError } from '../errors.js';
import { isRecord } from './adk-event-schema.js';
import { appMissing, notAdk, type AdkSession } from './adk-session.js';

/**
 * Finds out why a request to an ADK server failed and says what to change. Browsers hide the reason
 * (a refusal for want of CORS looks like a server that is down), but the server can be asked more.
 */
export async function diagnose(error: unknown, session: AdkSession): Promise<unknown> {
  if (isAbort(error)) return error;
  const known = AdkError.isInstance(error) ? error : causeOf(error);
  if (!known || known.code === 'configuration' || known.code === 'rate-limit') return error;
  if (known.code === 'network') return explainSilence(error, session);
  if (/origin not allowed/i.test(known.details ?? '')) return refused(session.base);
  if (known.status === 401 || known.status === 403) return error;

  let apps: string[];
  try {
    apps = await session.apps();
  } catch (cause) {
    const isHttp = AdkError.isInstance(cause) && cause.status !== undefined && cause.status < 500;
    return isHttp || (AdkError.isInstance(cause) && cause.code === 'configuration')
      ? notAdk(session.base)
      : error;
  }
  if (session.appName && !apps.includes(session.appName)) return appMissing(session.appName, apps);
  const isRouteMissing = known.status === 404 || known.status === 405;
  return isRouteMissing && !/session/i.test(known.details ?? '') ? tooOld(known) : error;
}

/** Why `/run_live` did not open. The browser tells nothing, so the server is asked who it is. */
export async function explainSocket(error: unknown, session: AdkSession): Promise<unknown> {
  if (isAbort(error)) return error;
  try {
    await session.apps();
  } catch (cause) {
    return diagnose(cause, session);
  }
  // ADK for TypeScript sends this one without CORS headers.
  const version = await session.json('/version').catch(() => undefined);
  const isPython = isRecord(version) && version.language === 'python';
  // This one has the endpoint, so what it refuses is the page.
  return isPython ? refused(session.base) : noVoice(error);
}

function noVoice(cause: unknown): AdkError {
  return new AdkError(
    'unsupported',
    'This ADK server can not talk: it has no /run_live. ADK for Python has it; by text you can go on here.',
    { cause },
  );
}

function causeOf(error: unknown): AdkError | undefined {
  return error instanceof Error && AdkError.isInstance(error.cause) ? error.cause : undefined;
}

async function explainSilence(error: unknown, { base }: AdkSession): Promise<unknown> {
  const page = globalThis.location as Location | undefined;
  if (!page || !URL.canParse(base, page.href)) return error;
  const target = new URL(base, page.href);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(target.hostname);
  if (page.protocol === 'https:' && target.protocol === 'http:' && !isLocal) {
    return new AdkError(
      'configuration',
      `This page is served over https, so its browser refuses to talk to ${target.origin}. Serve the ADK server over https as well.`,
    );
  }
  if (target.origin !== page.origin && (await isThere(target))) return refused(base);
  return networkError(
    `There is no answer from ${target.origin}. Check that the ADK server runs ("adk api_server") and that "endpoint" is its address.`,
    { cause: error },
  );
}

/** An answer that the page may not read is an answer all the same. */
async function isThere(target: URL): Promise<boolean> {
  try {
    await fetch(target, { mode: 'no-cors', signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}

function refused(base: string): AdkError {
  const origin = (globalThis.location as Location | undefined)?.origin ?? 'the origin of the page';
  return new AdkError(
    'configuration',
    `The ADK server at ${base} does not accept requests from this page. Start it with --allow_origins=${origin}`,
  );
}

function tooOld(cause: AdkError): AdkError {
  return new AdkError(
    'unsupported',
    'This ADK server is too old: it can not stream answers. Update it ("pip install --upgrade google-adk").',
    { cause, ...(cause.details && { details: cause.details }) },
  );
}
