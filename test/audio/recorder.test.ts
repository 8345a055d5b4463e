import { expect } from '@open-wc/testing';
import workletSource from 'worklet:pcm-recorder';
import { AudioDevices } from '../../src/audio/audio-devices.js';
import { loadWorklet } from '../../src/audio/load-worklet.js';
import { toFloat } from '../../src/audio/pcm.js';
import { Recorder } from '../../src/audio/recorder.js';
import { resample } from '../../src/audio/resampler.js';
import type { RecorderMessage } from '../../src/audio/worklet-messages.js';
import { AdkError } from '../../src/errors.js';
import { en } from '../../src/locales/en.js';
import { correlation, sine } from '../support/signals.js';

/** Runs a signal through the real worklet, as fast as the machine can. */
async function record(signal: Float32Array, rate: number): Promise<Int16Array> {
  const context = new OfflineAudioContext(1, signal.length, rate);
  await loadWorklet(context, 'pcm-recorder', workletSource, { texts: en });
  const node = new AudioWorkletNode(context, 'adk-pcm-recorder');
  const frames: Int16Array[] = [];
  const closed = new Promise<void>((resolve) => {
    node.port.onmessage = ({ data }: MessageEvent<RecorderMessage>) => {
      if (data.type === 'frame') frames.push(data.samples);
      if (data.type === 'closed') resolve();
    };
  });
  node.port.postMessage({ type: 'gate', gate: 'open' });
  const buffer = new AudioBuffer({ length: signal.length, sampleRate: rate });
  buffer.copyToChannel(signal as Float32Array<ArrayBuffer>, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(node).connect(context.destination);
  source.start();
  // The gate is open before the first sample comes.
  await context.audioWorklet.addModule('data:text/javascript,0');
  await context.startRendering();
  node.port.postMessage({ type: 'gate', gate: 'closed' });
  await closed;
  expect(frames.slice(0, -1).every(({ length }) => length === 512)).to.equal(true);
  return Int16Array.from(frames.flatMap((frame) => [...frame]));
}

/** Counts what is open, by watching what is made. */
function watchAudio() {
  const tracks: MediaStreamTrack[] = [];
  const contexts: AudioContext[] = [];
  const { getUserMedia } = MediaDevices.prototype;
  const { AudioContext: Original } = window;
  MediaDevices.prototype.getUserMedia = async function (constraints) {
    const stream = await getUserMedia.call(this, constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
  window.AudioContext = class extends Original {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.push(this);
    }
  };
  return {
    tracks,
    live: () => tracks.filter(({ readyState }) => readyState === 'live').length,
    open: () => contexts.filter(({ state }) => state !== 'closed').length,
    restore() {
      MediaDevices.prototype.getUserMedia = getUserMedia;
      window.AudioContext = Original;
    },
  };
}

const quiet = { texts: en, onMessage: () => {}, onLost: () => {} };
const nowhere = { texts: en, onRecorder: () => {}, onPlayer: () => {}, onLost: () => {} };

async function failureOf(promise: Promise<unknown>): Promise<AdkError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(AdkError.isInstance(error), String(error)).to.equal(true);
  return error as AdkError;
}

describe('recorder worklet', () => {
  for (const rate of [44_100, 48_000]) {
    it(`gives 16,000 samples for every second at ${rate} Hz, in frames of 32 ms`, async () => {
      const seconds = 20;
      // Offline rendering always ends with a whole block of 128.
      const length = Math.ceil((rate * seconds) / 128) * 128;
      const signal = sine(700, rate, length);
      const result = await record(signal, rate);
      expect(Math.abs(result.length - (16_000 * length) / rate)).to.be.at.most(1);
      const expected = resample(signal, rate, 16_000);
      const floats = Float32Array.from(result, toFloat);
      // Drift would show at the end, a gap anywhere.
      for (const from of [1_000, 100_000, result.length - 5_000]) {
        expect(correlation(expected, floats, 4_000, from, from)).to.be.greaterThan(0.9999);
      }
    });
  }
});

describe('Recorder', () => {
  let context: AudioContext;
  let watch: ReturnType<typeof watchAudio>;
  beforeEach(() => {
    watch = watchAudio();
    context = new AudioContext();
  });
  afterEach(async () => {
    await context.close();
    watch.restore();
  });

  it('asks for echo cancellation, noise suppression and gain control', async () => {
    const recorder = await Recorder.create(context, quiet);
    const settings = watch.tracks[0]!.getConstraints();
    expect(settings).to.include({
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    });
    recorder.close();
    expect(watch.live()).to.equal(0);
  });

  it('tells when the microphone is unplugged, and stops', async () => {
    const lost: AdkError[] = [];
    const recorder = await Recorder.create(context, {
      ...quiet,
      onLost: (error) => lost.push(error),
    });
    // No script can unplug a device; what a browser does then is fire this event.
    watch.tracks[0]!.dispatchEvent(new Event('ended'));
    expect(lost.map(({ code, message }) => [code, message])).to.deep.equal([
      ['mic-missing', en.micUnplugged],
    ]);
    expect(watch.live()).to.equal(0);
    recorder.close();
  });

  const refusals: Record<string, [name: string, code: string, text: string]> = {
    'the permission is denied': ['NotAllowedError', 'mic-denied', en.micDenied],
    'there is no microphone': ['NotFoundError', 'mic-missing', en.micMissing],
    'another program holds it': ['NotReadableError', 'mic-missing', en.micBusy],
  };
  for (const [when, [name, code, text]] of Object.entries(refusals)) {
    it(`says what to do when ${when}`, async () => {
      const { getUserMedia } = MediaDevices.prototype;
      MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException('', name));
      const error = await failureOf(Recorder.create(context, quiet)).finally(() => {
        MediaDevices.prototype.getUserMedia = getUserMedia;
      });
      expect([error.code, error.message]).to.deep.equal([code, text]);
    });
  }

  it('leaves no microphone open when the worklet cannot be loaded', async () => {
    const { addModule } = AudioWorklet.prototype;
    AudioWorklet.prototype.addModule = () => Promise.reject(new DOMException('', 'AbortError'));
    const error = await failureOf(Recorder.create(context, quiet)).finally(() => {
      AudioWorklet.prototype.addModule = addModule;
    });
    expect(error.code).to.equal('worklet-load');
    expect(error.message).to.contain('script-src');
    expect(error.details).to.contain('worklet-path');
    expect(watch.tracks.length).to.equal(1);
    expect(watch.live()).to.equal(0);
  });

  it('leaves nothing open when it is called off while the user is being asked', async () => {
    const calledOff = new AbortController();
    const created = AudioDevices.create({ ...nowhere, signal: calledOff.signal });
    calledOff.abort();
    expect(await created.catch(({ name }: Error) => name)).to.equal('AbortError');
    expect(watch.live()).to.equal(0);
    expect(watch.open()).to.equal(1, 'only the context of this test');
  });
});

describe('loadWorklet', () => {
  const addresses: string[] = [];
  const { addModule } = AudioWorklet.prototype;
  let allowed: RegExp;
  beforeEach(() => {
    addresses.length = 0;
    AudioWorklet.prototype.addModule = function (url) {
      addresses.push(String(url));
      // What a content security policy does: it refuses by the kind of the address.
      return allowed.test(String(url))
        ? addModule.call(this, url)
        : Promise.reject(new DOMException('', 'AbortError'));
    };
  });
  afterEach(() => {
    AudioWorklet.prototype.addModule = addModule;
  });
  const load = (workletPath?: string) =>
    loadWorklet(new OfflineAudioContext(1, 128, 8_000), 'pcm-recorder', workletSource, {
      texts: en,
      workletPath,
    });

  it('takes a blob when the host names no folder', async () => {
    allowed = /./;
    await load();
    expect(addresses.map((url) => url.split(':')[0])).to.deep.equal(['blob']);
  });

  it('tries the folder of the host, then a blob, then a data URL', async () => {
    allowed = /^data:/;
    await load('/own/worklets');
    expect(addresses.map((url) => url.split(':')[0])).to.deep.equal([
      '/own/worklets/pcm-recorder.js',
      'blob',
      'data',
    ]);
  });
});
