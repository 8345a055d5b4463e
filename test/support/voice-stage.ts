/** A browser with a microphone that plays a file, and pages with a chat that listens. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { AdkErrorEvent, AdkVoiceChangeEvent } from '../../src/events.js';
import { encodeWav } from '../../src/audio/wav.js';
import { BROWSER_ARGS, ensureBrowser } from './browser.mjs';
import { startSite, type Site } from './site.js';

export interface VoiceStage {
  site: Site;
  browser: Browser;
  open(attributes: string, options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
}

interface OpenOptions {
  headers?: Record<string, string>;
  /** What the page itself runs when the chat is ready. */
  script?: string;
  host?: string;
  /** Chromium's voice processing changes the samples; tests of samples do without. */
  raw?: boolean;
}

interface StageOptions {
  /** What the microphone hears, at 48 kHz. */
  microphone?: Int16Array;
  /** Hears it again and again. */
  loop?: boolean;
  /** Flags of Chromium that this browser is started without. */
  without?: RegExp;
}

/** What pages keep for the tests to look at. */
export interface Witness {
  states: string[];
  errors: { code: string; message: string }[];
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
  asked: MediaStreamConstraints[];
  /** Messages of the worklets, with the time at which they came. */
  worklets: { time: number; data: { type: string; speech?: boolean } }[];
  /** How loud the agent was told to be. */
  gains: number[];
}

declare global {
  interface Window {
    witness: Witness;
  }
}

export async function openVoiceStage(options: StageOptions = {}): Promise<VoiceStage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'adk-voice-'));
  const file = path.join(folder, 'microphone.wav');
  if (options.microphone) writeFileSync(file, encodeWav([options.microphone], 48_000));
  const args = [
    ...BROWSER_ARGS.filter((flag) => !options.without?.test(flag)),
    '--host-resolver-rules=MAP insecure.test 127.0.0.1',
    ...(options.microphone
      ? [`--use-file-for-fake-audio-capture=${file}${options.loop ? '' : '%noloop'}`]
      : []),
  ];
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args });
  const site = await startSite();
  return {
    site,
    browser,
    async open(attributes, { headers, script = '', host = '127.0.0.1', raw = false } = {}) {
      site.pages.set('/', {
        html: `<!doctype html><html lang="en"><title>Voice</title>
          <script src="/dist/adk-chat.min.js"></script>
          <adk-chat ${attributes}></adk-chat><script>${script}</script>`,
        headers,
      });
      const page = await browser.newPage({ viewport: { width: 480, height: 640 } });
      page.setDefaultTimeout(20_000);
      await page.addInitScript(watch, raw);
      await page.goto(site.url.replace('127.0.0.1', host));
      return page;
    },
    async close() {
      await browser.close();
      await site.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs in the page, before anything else does. */
function watch(raw: boolean): void {
  const witness: Witness = {
    states: [],
    errors: [],
    tracks: [],
    contexts: [],
    asked: [],
    worklets: [],
    gains: [],
  };
  window.witness = witness;
  document.addEventListener('adk-voice-change', (event) => {
    witness.states.push((event as AdkVoiceChangeEvent).detail.state);
  });
  document.addEventListener('adk-error', (event) => {
    const { code, message } = (event as AdkErrorEvent).detail.error;
    witness.errors.push({ code, message });
  });
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices) {
    const getUserMedia = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      witness.asked.push(constraints!);
      const audio = {
        echoCancellation: false,
        noiseSuppression: false,
        autoGainControl: false,
      };
      const stream = await getUserMedia(raw ? { audio } : constraints);
      witness.tracks.push(...stream.getTracks());
      return stream;
    };
  }
  const Context = window.AudioContext;
  window.AudioContext = function (options?: AudioContextOptions) {
    const context = new Context(options);
    witness.contexts.push(context);
    return context;
  } as unknown as typeof AudioContext;
  const Node = window.AudioWorkletNode as typeof AudioWorkletNode | undefined;
  if (!Node) return;
  window.AudioWorkletNode = function (...args: ConstructorParameters<typeof AudioWorkletNode>) {
    const node = new Node(...args);
    node.port.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type !== 'level' && data.type !== 'report' && data.type !== 'frame') {
        witness.worklets.push({ time: performance.now(), data });
      }
    });
    const post = node.port.postMessage.bind(node.port) as (...args: unknown[]) => void;
    node.port.postMessage = (command: { gain?: number }, ...rest: unknown[]) => {
      if (command.gain !== undefined) witness.gains.push(command.gain);
      post(command, ...rest);
    };
    return node;
  } as unknown as typeof AudioWorkletNode;
}

/** Waits until voice has been in one of these states (again), counting from the given place. */
export async function reached(page: Page, states: string | RegExp, from = 0): Promise<void> {
  await page.waitForFunction(
    ([pattern, start]) =>
      window.witness.states.slice(start).some((state) => new RegExp(pattern).test(state)),
    [String(states).replaceAll('/', ''), from] as const,
    { timeout: 30_000 },
  );
}

/** The microphone is on; whether it hears anything depends on the fake one's mood. */
export const ON = /listening|speech/;
