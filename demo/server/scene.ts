/** What came of one tool call. `missing`: nobody has answered it. */
export interface ToolOutcome {
  toolName: string;
  input: Record<string, unknown>;
  state: 'done' | 'failed' | 'denied' | 'missing';
  value?: unknown;
}

/** The conversation as a scenario sees it. */
export interface Scene {
  /** Last user message. */
  text: string;
  /** Names of the files that came with it. */
  files: string[];
  /** Tool calls made since that message, in order. */
  outcomes: ToolOutcome[];
  /** How many user messages there have been. */
  turn: number;
}

/** One thing that the scripted model does. */
export type Beat =
  | { text: string }
  | { reasoning: string }
  | { call: { toolName: string; input: Record<string, unknown> } }
  | { source: { url: string; title: string } }
  | { document: { mediaType: string; title: string; filename: string } }
  | { file: { mediaType: string; base64: string } }
  | { error: string }
  /** Milliseconds of silence. */
  | { pause: number }
  /** Milliseconds between the deltas from here on, if that is slower than the server's pace. */
  | { pace: number };
