/**
 * Ready-made browser tools. Imports nothing, so that a page can also load `dist/tools.js` as it is.
 */
import type { Tool } from 'ai';

export interface ToolOptions {
  /** Whether the user is asked first; by default always. The browser has its own question besides. */
  needsApproval?: boolean;
  /** What the tool is for, as shown with the question. */
  description?: string;
}

export interface GeolocationInput {
  /** Without it the place is only given to about a kilometre. */
  precise?: boolean;
}

export interface Place {
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
}

export interface GeolocationOptions extends ToolOptions {
  /** Milliseconds to wait for a position, not counting the browser's question. */
  timeout?: number;
}

/** Tells the agent where the user is. */
export function geolocation({
  needsApproval = true,
  description = 'Tells the agent where you are.',
  timeout = 15_000,
}: GeolocationOptions = {}): Tool<GeolocationInput, Place> {
  return {
    description,
    needsApproval,
    inputSchema: schema<GeolocationInput>(
      {
        type: 'object',
        properties: { precise: { type: 'boolean' } },
        additionalProperties: false,
      },
      (input) => input['precise'] === undefined || typeof input['precise'] === 'boolean',
    ),
    execute: async ({ precise = false }, { abortSignal }) => {
      const { coords } = await currentPosition(precise, timeout, abortSignal);
      const { latitude, longitude, accuracy } = coords;
      return precise
        ? { latitude, longitude, accuracy }
        : {
            latitude: coarse(latitude),
            longitude: coarse(longitude),
            accuracy: Math.max(accuracy, 1000),
          };
    },
  };
}

export type ClipboardInput = { action: 'read' } | { action: 'write'; text: string };
export type ClipboardOutput = { text: string; isComplete: boolean } | { written: number };

export interface ClipboardOptions extends ToolOptions {
  /** Characters that the agent gets at most. */
  maxLength?: number;
}

/** Lets the agent read the text in the clipboard, or replace it. */
export function clipboard({
  needsApproval = true,
  description = 'Reads or replaces the text in your clipboard.',
  maxLength = 20_000,
}: ClipboardOptions = {}): Tool<ClipboardInput, ClipboardOutput> {
  return {
    description,
    needsApproval,
    inputSchema: schema<ClipboardInput>(
      {
        type: 'object',
        properties: {
          action: { type: 'string', enum: ['read', 'write'] },
          text: { type: 'string', description: 'What to write.' },
        },
        required: ['action'],
        additionalProperties: false,
      },
      ({ action, text }) =>
        (action === 'read' && text === undefined) ||
        (action === 'write' && typeof text === 'string'),
    ),
    execute: async (input) => {
      // Absent in an insecure page, whatever the types say.
      const api = navigator.clipboard as Clipboard | undefined;
      if (!api) throw unavailable('The clipboard');
      try {
        if (input.action === 'write') {
          await api.writeText(input.text);
          return { written: input.text.length };
        }
        const text = await api.readText();
        return { text: text.slice(0, maxLength), isComplete: text.length <= maxLength };
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') throw error;
        const what = input.action === 'write' ? 'change' : 'read';
        throw new Error(
          document.hasFocus()
            ? `The browser does not allow this page to ${what} the clipboard.`
            : `The page must have the focus to ${what} the clipboard.`,
          { cause: error },
        );
      }
    },
  };
}

function currentPosition(
  precise: boolean,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<GeolocationPosition> {
  // Present but useless in an insecure page.
  if (!isSecureContext || !('geolocation' in navigator)) throw unavailable('The location');
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    navigator.geolocation.getCurrentPosition(
      resolve,
      (error) => reject(new Error(FAILURES[error.code] ?? error.message, { cause: error })),
      { enableHighAccuracy: precise, timeout, maximumAge: precise ? 0 : 60_000 },
    );
  });
}

const FAILURES: Record<number, string> = {
  1: 'The user or the browser does not allow this page to know the location.',
  2: 'The device can not find out where it is.',
  3: 'The device did not find out in time where it is.',
};

function unavailable(what: string): Error {
  return new Error(
    isSecureContext
      ? `${what} is not available in this browser.`
      : `${what} is only available to pages served over https.`,
  );
}

/** Two decimals are about a kilometre. */
function coarse(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** What `jsonSchema()` of the AI SDK would make. */
function schema<T>(
  jsonSchema: object,
  isValid: (input: Record<string, unknown>) => boolean,
): Tool<T, unknown>['inputSchema'] {
  return {
    [Symbol.for('vercel.ai.schema')]: true,
    jsonSchema,
    validate: (input: unknown) =>
      typeof input === 'object' && input !== null && isValid(input as Record<string, unknown>)
        ? { success: true, value: input }
        : { success: false, error: new Error(`expected ${JSON.stringify(jsonSchema)}`) },
  } as unknown as Tool<T, unknown>['inputSchema'];
}
