import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { AudioDevices } from '../audio/audio-devices.js';
import type { PlayerMessage, RecorderMessage } from '../audio/worklet-messages.js';
import type { ChatStore } from '../chat/chat-store.js';
import { AdkError, isAbort } from '../errors.js';
import type { VoiceState } from '../events.js';
import type { Strings } from '../locales/en.js';
import type { LiveTransport } from '../transport/transport.js';
import { Conversation, type Caption } from './voice-conversation.js';

export type VoiceMode = 'push-to-talk' | 'tap-to-talk' | 'hands-free';

/** What the controller reads from its element. */
export interface VoiceSource {
  readonly store: ChatStore | undefined;
  readonly strings: Strings;
  readonly mode: VoiceMode;
  readonly workletPath: string | undefined;
  /** Whether voice ends when the page is hidden. */
  readonly pauseHidden: boolean;
}

export interface VoiceCallbacks {
  onState(state: VoiceState): void;
  onError(error: AdkError): void;
  /** How loud it is, 0 to 1, many times a second. */
  onLevel(level: number): void;
}

/** Between two turns of push-to-talk the microphone stays warm for so long, in ms. */
const WARM = 30_000;
/** How long a lost connection may take to come back, in ms. */
const RECONNECT = 20_000;
/** How long the notice about lost audio stays, in ms. */
const NOTICE = 5_000;
/** How long the last words may take to leave the worklet, in ms. */
const FLUSH = 250;
/** Volume of the agent while a question waits for the user. */
const DUCKED = 0.2;

/** Everything that exists only while voice is on. */
interface Session {
  devices: AudioDevices;
  transport: LiveTransport;
  conversation: Conversation;
  undo: (() => void)[];
}

/** Listens and speaks for one element: devices, turns, interruptions, and the state to show. */
export class VoiceController implements ReactiveController {
  readonly #source: ReactiveControllerHost & VoiceSource;
  readonly #callbacks: VoiceCallbacks;
  #session: Session | undefined;
  #starting: { promise: Promise<boolean>; cancel: AbortController } | undefined;
  #state: VoiceState = 'off';
  #error: AdkError | undefined;
  /** The user wants to be heard now; the devices may still be on their way. */
  #wantsToTalk = false;
  #isTalking = false;
  #isMuted = false;
  #isSpeech = false;
  #isPlaying = false;
  #isDropping = false;
  #isReconnecting = false;
  #since = 0;
  #caption: Caption | undefined;
  #warmth: ReturnType<typeof setTimeout> | undefined;
  #notice: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #removal: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & VoiceSource, callbacks: VoiceCallbacks) {
    this.#source = host;
    this.#callbacks = callbacks;
    host.addController(this);
  }

  get state(): VoiceState {
    return this.#state;
  }

  get error(): AdkError | undefined {
    return this.#error;
  }

  /** Whether what the user says is being sent. */
  get isTalking(): boolean {
    return this.#isTalking;
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  /** Audio was lost a moment ago because the connection is too slow. */
  get isDropping(): boolean {
    return this.#isDropping;
  }

  get isReconnecting(): boolean {
    return this.#isReconnecting;
  }

  /** When voice was turned on. */
  get since(): number {
    return this.#since;
  }

  /** What was said last, by whom. */
  get caption(): Caption | undefined {
    return this.#caption;
  }

  hostConnected(): void {
    clearTimeout(this.#removal);
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    // Moving an element also disconnects it; only one that stays away is removed.
    this.#removal = setTimeout(() => void this.stop(), 0);
  }

  hostUpdated(): void {
    if (this.#session && this.#session.conversation.store !== this.#source.store) void this.stop();
  }

  /** Opens microphone, loudspeaker and connection. Resolves to whether that worked. */
  start(): Promise<boolean> {
    if (this.#session) return Promise.resolve(true);
    if (!this.#starting) {
      const cancel = new AbortController();
      this.#error = undefined;
      this.#starting = { cancel, promise: this.#open(cancel.signal) };
      this.#update();
    }
    return this.#starting.promise;
  }

  /** Ends voice: the microphone is off when this resolves. */
  async stop(): Promise<void> {
    this.#wantsToTalk = false;
    this.#error = undefined;
    this.#starting?.cancel.abort();
    this.#starting = undefined;
    const session = this.#session;
    if (session && this.#isTalking) await this.#flush(session);
    if (session === this.#session) this.#close();
    this.#update();
  }

  /** Push-to-talk: begins and ends what the user says. */
  async talk(on: boolean): Promise<void> {
    this.#wantsToTalk = on;
    if (on && (await this.start()) && this.#wantsToTalk) this.#beginTalk();
    else if (!on && this.#session && this.#isTalking) await this.#endTalk(this.#session);
  }

  /** Hands-free: nothing leaves the microphone while muted. */
  setMuted(muted: boolean): void {
    if (!this.#session) return;
    this.#isMuted = muted;
    this.#isTalking = !muted;
    if (muted) void this.#flush(this.#session);
    else this.#session.devices.recorder.setGate('voice');
    this.#update();
  }

  async #open(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#connect(signal);
      return true;
    } catch (error) {
      if (signal.aborted || isAbort(error)) return false;
      this.#fail(AdkError.isInstance(error) ? error : this.#lost(error));
      return false;
    } finally {
      if (this.#starting?.cancel.signal === signal) this.#starting = undefined;
      this.#update();
    }
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const { store, strings, workletPath, mode } = this.#source;
    const transport = store?.liveTransport;
    if (!store || !transport?.sendAudio || !transport.capabilities.audioIn) {
      throw new AdkError('unsupported', strings.voiceUnsupported);
    }
    const devices = await AudioDevices.create({
      texts: strings,
      workletPath,
      signal,
      onRecorder: (message) => this.#onRecorder(message),
      onPlayer: (message) => this.#onPlayer(message),
      onLost: (error) => this.#fail(error),
    });
    try {
      await transport.startVoice?.({ signal });
      signal.throwIfAborted();
    } catch (error) {
      await devices.close();
      throw error;
    }
    const conversation = new Conversation(store, (caption) => {
      this.#caption = caption;
      this.#source.requestUpdate();
    });
    this.#session = { devices, transport, conversation, undo: [] };
    this.#session.undo.push(...this.#listen(this.#session));
    this.#since = Date.now();
    if (mode === 'hands-free') this.setMuted(false);
    else if (this.#wantsToTalk) this.#beginTalk();
    this.#duck();
    this.#stayWarm();
  }

  #listen({ transport, devices, conversation }: Session): (() => void)[] {
    const { store } = conversation;
    return [
      conversation.attach(transport),
      transport.on('pcm', ({ samples, sampleRate }) => devices.player.play(samples, sampleRate)),
      transport.on('interrupted', () => this.#silence()),
      transport.on('state', (state) => this.#onConnection(state === 'open')),
      store.subscribe(({ type }) => {
        if (type === 'status' && !store.isBusy) devices.player.end();
        if (type === 'approvals') this.#duck();
      }),
    ];
  }

  #close(): void {
    const session = this.#session;
    this.#session = undefined;
    this.#isTalking = this.#isMuted = this.#isSpeech = this.#isPlaying = false;
    this.#isReconnecting = this.#isDropping = false;
    this.#caption = undefined;
    for (const timer of [this.#warmth, this.#notice, this.#patience]) clearTimeout(timer);
    if (!session) return;
    for (const end of session.undo) end();
    session.transport.setActivity?.('end');
    void session.transport.stopVoice?.();
    void session.devices.close();
  }

  #fail(error: AdkError): void {
    this.#wantsToTalk = false;
    this.#close();
    this.#error = error;
    this.#update();
    this.#callbacks.onError(error);
  }

  #lost(cause?: unknown): AdkError {
    return new AdkError('network', this.#source.strings.voiceLost, { cause, retryable: true });
  }

  #beginTalk(): void {
    const session = this.#session;
    if (!session || this.#isTalking) return;
    if (this.#isPlaying) this.#bargeIn(session);
    this.#isTalking = true;
    session.transport.setActivity?.('start');
    session.devices.recorder.setGate('open');
    this.#stayWarm();
    this.#update();
  }

  async #endTalk(session: Session): Promise<void> {
    this.#isTalking = false;
    this.#update();
    await this.#flush(session);
  }

  /** Lets the last words out before the end of the speech is told. */
  async #flush({ devices, transport }: Session): Promise<void> {
    await Promise.race([
      devices.recorder.finish(),
      new Promise((resolve) => setTimeout(resolve, FLUSH)),
    ]);
    this.#isSpeech = false;
    transport.setActivity?.('end');
    this.#stayWarm();
    this.#update();
  }

  #onRecorder(message: RecorderMessage): void {
    // The microphone hears before the connection is there.
    if (message.type === 'speech') this.#isSpeech = message.speech;
    const session = this.#session;
    if (!session) return;
    if (message.type === 'frame' && session.transport.sendAudio?.(message.samples) === false) {
      this.#onDropped();
    }
    if (message.type === 'speech') this.#onSpeech(session, message.speech);
    if ('level' in message && !this.#isPlaying) this.#callbacks.onLevel(message.level);
  }

  #onSpeech(session: Session, speech: boolean): void {
    if (this.#source.mode === 'hands-free' && this.#isTalking) {
      if (speech && this.#isPlaying) this.#bargeIn(session);
      session.transport.setActivity?.(speech ? 'start' : 'end');
    }
    this.#update();
  }

  /** The user speaks while the agent does: the agent falls silent and learns of it. */
  #bargeIn(session: Session): void {
    this.#silence();
    session.transport.interrupt?.('barge_in');
  }

  /** Also when the server says so; then the loudspeaker may be silent already. */
  #silence(): void {
    const session = this.#session;
    if (!session || !this.#isPlaying) return;
    session.devices.player.clear();
    session.conversation.cut();
    this.#setPlaying(false);
  }

  #onPlayer(message: PlayerMessage): void {
    this.#session?.conversation.onPlayer(message);
    if (message.type === 'started') this.#setPlaying(true);
    if (message.type === 'drained' || message.type === 'cleared') this.#setPlaying(false);
    if (this.#isPlaying) this.#callbacks.onLevel(message.level);
  }

  #setPlaying(playing: boolean): void {
    if (playing === this.#isPlaying) return;
    this.#isPlaying = playing;
    this.#session?.devices.recorder.setEcho(playing);
    this.#stayWarm();
    this.#update();
  }

  #duck(): void {
    const session = this.#session;
    const isAsked = (session?.conversation.store.pendingApprovals.length ?? 0) > 0;
    session?.devices.player.setGain(isAsked ? DUCKED : 1);
  }

  #onDropped(): void {
    clearTimeout(this.#notice);
    this.#notice = setTimeout(() => {
      this.#isDropping = false;
      this.#source.requestUpdate();
    }, NOTICE);
    this.#isDropping = true;
    this.#source.requestUpdate();
  }

  #onConnection(open: boolean): void {
    if (open === !this.#isReconnecting) return;
    this.#isReconnecting = !open;
    clearTimeout(this.#patience);
    if (!open) this.#patience = setTimeout(() => this.#fail(this.#lost()), RECONNECT);
    this.#source.requestUpdate();
  }

  /** Nobody wants a microphone that stays on for no reason. */
  #stayWarm(): void {
    clearTimeout(this.#warmth);
    if (this.#source.mode === 'hands-free' || this.#isTalking || this.#isPlaying) return;
    this.#warmth = setTimeout(() => {
      if (this.#session?.conversation.store.isBusy) this.#stayWarm();
      else void this.stop();
    }, WARM);
  }

  #update(): void {
    const state = this.#computeState();
    this.#source.requestUpdate();
    if (state === this.#state) return;
    this.#state = state;
    this.#callbacks.onState(state);
  }

  #computeState(): VoiceState {
    if (this.#error) return 'error';
    if (this.#starting && !this.#session) return 'asking';
    if (!this.#session) return 'off';
    if (this.#isPlaying) return 'speaking';
    if (!this.#isTalking) return 'muted';
    return this.#isSpeech ? 'speech' : 'listening';
  }

  #onVisibility = (): void => {
    if (document.hidden && this.#source.pauseHidden) void this.stop();
  };
}
