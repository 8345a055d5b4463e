import type { LanguageModel } from 'ai';
import type { ChatRuns } from './chat-runs.js';
import type { Faults } from './faults.js';
import type { Journal } from './journal.js';

export interface MockBackendOptions {
  /** 0 lets the operating system choose. */
  port?: number;
  host?: string;
  /** Milliseconds between two deltas of the scripted model. */
  pace?: number;
  /** Origins that may call the server. Default: all. */
  allowOrigins?: string[];
  /** When given, `/stream` demands it in `X-API-Key`. */
  apiKey?: string;
  /** How long `/live` waits for a decision. */
  approvalTimeout?: number;
  /** How long adk-stream endpoints wait for the result of a browser tool. */
  toolTimeout?: number;
  /** Real time is 1; 0 sends the sound of a spoken answer at once. */
  audioPace?: number;
  /** Milliseconds without an audio chunk after which a spoken turn is over. */
  speechPause?: number;
  /** Milliseconds for which a finished answer of the AI SDK's endpoints can still be resumed. */
  keepAnswers?: number;
}

/** What every endpoint works with. */
export interface BackendContext {
  options: Required<Omit<MockBackendOptions, 'apiKey' | 'allowOrigins'>> &
    Pick<MockBackendOptions, 'apiKey' | 'allowOrigins'>;
  journal: Journal;
  runs: ChatRuns;
  createModel(): Promise<LanguageModel>;
  /** The switches of a request, if it is one of those that shall suffer. */
  faultsOf(request: FaultRequest): Faults;
}

export interface FaultRequest {
  chatId: string;
  query: URLSearchParams;
  body: unknown;
  /** The new user message, if there is one: scenarios may bring faults of their own. */
  message?: { id: string; text: string };
}
