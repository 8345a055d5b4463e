import type { UIMessage, UIMessageChunk } from 'ai';
import { decisionMessage, Deliveries, reportsOf, toWire } from './adk-stream-messages.js';
import { AdkStreamReader } from './adk-stream-reader.js';
import { ADK_STREAM_CAPABILITIES } from './capabilities.js';
import { LiveEmitter } from './live-events.js';
import { continuedMessage } from './normalise.js';
import { SseTransport } from './sse.js';
import type { ToolReport, TransportOptions, TransportRequest } from './transport.js';

/**
 * adk-stream-protocol over SSE (`POST /stream`). The server keeps the conversation and reads only
 * the last message of a request, so all decisions of a batch travel together in one.
 */
export class AdkStreamSseTransport extends SseTransport {
  override readonly capabilities = ADK_STREAM_CAPABILITIES;
  readonly #deliveries = new Deliveries();
  /** Approval ids that the server has. */
  #sent = new Set<string>();
  /** Forgets the last request, because the server did not take it. */
  #takeBack: (() => void) | undefined;

  constructor(options: Omit<TransportOptions, 'kind'>, events = new LiveEmitter()) {
    /** Calls whose question came from the server and whose result did not. */
    const asked = new Set<string>();
    super(
      {
        ...options,
        onRefused: () => this.#takeBack?.(),
        prepareBody: (request, body) => this.#bodyOf(request, body, asked),
        createReader: (message) => new QuestionReader(message, events, asked),
      },
      events,
    );
  }

  override async sendMessages(request: TransportRequest): Promise<ReadableStream<UIMessageChunk>> {
    const stream = await super.sendMessages(request);
    const undo = this.#deliveries.add(request);
    const message = continuedMessage(request);
    const known = new Set(this.#sent);
    for (const { approval } of message ? reportsOf(message) : []) this.#sent.add(approval!.id);
    this.#takeBack = () => {
      undo();
      this.#sent = known;
    };
    return stream;
  }

  override async reconnectToStream(): Promise<null> {
    return null;
  }

  #bodyOf(request: TransportRequest, body: object, asked: ReadonlySet<string>): object {
    const { chatId, trigger, messageId, messages } = request;
    const continued = continuedMessage(request);
    const isNew = ({ toolCallId, approval, ...outcome }: ToolReport) =>
      !this.#sent.has(approval!.id) &&
      // A result that the server made itself must not go back to it.
      (!('output' in outcome || 'errorText' in outcome) || asked.has(toolCallId));
    const reports = continued ? reportsOf(continued).filter(isNew) : [];
    const extra =
      reports.length > 0 ? [decisionMessage(reports)] : this.#deliveries.insteadOfLast(request);
    return {
      ...body,
      id: chatId,
      chatId,
      trigger,
      messageId,
      messages: [...toWire(messages), ...extra],
    };
  }
}

class QuestionReader extends AdkStreamReader {
  readonly #asked: Set<string>;

  constructor(message: UIMessage | undefined, events: LiveEmitter, asked: Set<string>) {
    super(message, events);
    this.#asked = asked;
  }

  override push(raw: unknown): UIMessageChunk[] {
    const chunks = super.push(raw);
    for (const chunk of chunks) {
      if (chunk.type === 'tool-approval-request') this.#asked.add(chunk.toolCallId);
      else if (chunk.type.startsWith('tool-output-') && 'toolCallId' in chunk) {
        this.#asked.delete(chunk.toolCallId);
      }
    }
    return chunks;
  }
}
