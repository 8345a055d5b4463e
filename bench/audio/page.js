/* global Blob, WebSocket, AudioBuffer, AudioBufferSourceNode, AudioContext, AudioWorkletNode, ConstantSourceNode, GainNode, OfflineAudioContext, OscillatorNode */
/** Runs in the page: the same work done by the worklets of the library and by plain ones. */
import recorderSource from 'worklet:pcm-recorder';
import { decodeBase64, encodeBase64 } from '../../src/audio/base64.js';
import { Player } from '../../src/audio/player.js';
import { detector, plainPlayer, plainRecorder } from './plain-worklets.js';

const RATE_IN = 16_000;
const FRAME = 512;
const texts = {};

const load = async (context, source) => {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  await context.audioWorklet.addModule(url);
};

/** Loading a module is a round trip to the audio thread: everything posted before has arrived. */
const delivered = (context) => load(context, '0');

/** Takes what a source gives and hands over frames of 16 kHz PCM. */
const recorders = {
  async 'adk-chat'(context, source, onFrame) {
    await load(context, recorderSource);
    const node = new AudioWorkletNode(context, 'adk-pcm-recorder');
    node.port.onmessage = ({ data }) => data.type === 'frame' && onFrame(data.samples);
    node.port.postMessage({ type: 'gate', gate: 'open' });
    return source.connect(node);
  },
  async plain(context, source, onFrame) {
    await load(context, plainRecorder);
    const node = new AudioWorkletNode(context, 'plain-recorder');
    const step = context.sampleRate / RATE_IN;
    let frame = new Int16Array(FRAME);
    let filled = 0;
    let position = 0;
    node.port.onmessage = ({ data }) => {
      for (; position < data.length; position += step) {
        const i = Math.floor(position);
        const next = data[Math.min(i + 1, data.length - 1)];
        const value = data[i] + (next - data[i]) * (position - i);
        frame[filled++] = Math.max(-1, Math.min(1, value)) * 32_767;
        if (filled < FRAME) continue;
        onFrame(frame);
        frame = new Int16Array(FRAME);
        filled = 0;
      }
      position -= data.length;
    };
    return source.connect(node);
  },
};

/** Plays 24 kHz PCM into a node. */
const players = {
  async 'adk-chat'(context, destination) {
    const player = await Player.create(context, { destination, texts, onMessage() {} });
    return (samples) => player.play(samples, 24_000);
  },
  async plain(context, destination) {
    await load(context, plainPlayer);
    const node = new AudioWorkletNode(context, 'plain-player', { outputChannelCount: [1] });
    node.connect(destination);
    const step = 24_000 / context.sampleRate;
    return (samples) => {
      const floats = [];
      for (let position = 0; position < samples.length; position += step) {
        const i = Math.floor(position);
        const next = samples[Math.min(i + 1, samples.length - 1)];
        floats.push((samples[i] + (next - samples[i]) * (position - i)) / 32_768);
      }
      node.port.postMessage(floats);
    };
  },
};

const openSocket = (url) =>
  new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.onopen = () => resolve(socket);
  });

const write = (socket, frame) =>
  socket.send(
    JSON.stringify({ type: 'audio_chunk', chunk: encodeBase64(new Uint8Array(frame.buffer)) }),
  );

/** Silence with a click of 5 ms in it. */
function click(context) {
  const buffer = new AudioBuffer({
    length: context.sampleRate / 200,
    sampleRate: context.sampleRate,
  });
  buffer.getChannelData(0).fill(0.8);
  return new AudioBufferSourceNode(context, { buffer });
}

let stop = async () => {};

window.bench = {
  /** Sends the microphone to the server until told to stop. */
  async listen(name, url) {
    const context = new AudioContext();
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const socket = await openSocket(url);
    const source = context.createMediaStreamSource(stream);
    await recorders[name](context, source, (frame) => write(socket, frame));
    stop = async () => {
      for (const track of stream.getTracks()) track.stop();
      socket.close();
      await context.close();
    };
  },
  /** Plays what the server sends until told to stop. */
  async hear(name, url) {
    const context = new AudioContext();
    const play = await players[name](context, context.destination);
    const socket = await openSocket(url);
    socket.onmessage = ({ data }) => {
      play(new Int16Array(decodeBase64(JSON.parse(data).data.content).buffer));
    };
    stop = async () => {
      socket.close();
      await context.close();
    };
  },
  stop: () => stop(),
  /** Seconds between a sample at the microphone's place and its frame at the socket. */
  async latencyIn(name, url, count) {
    const context = new AudioContext();
    const socket = await openSocket(url);
    const input = new GainNode(context);
    // A microphone never stops, not even in silence.
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.connect(input);
    silence.start();
    let onClick = () => {};
    const node = await recorders[name](context, input, (frame) => {
      write(socket, frame);
      if (frame.some((value) => value > 6_000)) onClick();
    });
    node.connect(context.destination);
    const results = [];
    for (let i = 0; i < count; i++) {
      const source = click(context);
      source.connect(input);
      const at = context.currentTime + 0.1 + Math.random() / 20;
      source.start(at);
      results.push(
        await new Promise((resolve) => {
          onClick = () => {
            onClick = () => {};
            resolve(context.currentTime - at);
          };
        }),
      );
      // The same click may reach into a second frame.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    socket.close();
    await context.close();
    return results;
  },
  /** Seconds between the arrival of a chunk and its first sample at the loudspeaker's place. */
  async latencyOut(name, count) {
    const context = new AudioContext();
    await load(context, detector);
    const node = new AudioWorkletNode(context, 'detector');
    node.connect(context.destination);
    const play = await players[name](context, node);
    const chunk = new Int16Array(2_400).fill(16_000, 0, 240);
    const results = [];
    for (let i = 0; i < count; i++) {
      const begun = context.currentTime;
      const heard = new Promise((resolve) => {
        node.port.onmessage = ({ data }) => resolve(data - begun + context.baseLatency);
      });
      play(chunk);
      results.push(await heard);
      // Until the turn counts as over, what comes belongs to it.
      await new Promise((resolve) => setTimeout(resolve, 1_300));
    }
    await context.close();
    return results;
  },
  /** Milliseconds that recording this many seconds takes, as fast as the machine can. */
  async recordOffline(name, seconds) {
    const context = new OfflineAudioContext(1, 48_000 * seconds, 48_000);
    const source = new OscillatorNode(context, { frequency: 300 });
    let samples = 0;
    let done = () => {};
    const node = await recorders[name](context, source, (frame) => {
      samples += frame.length;
      if (samples >= RATE_IN * seconds - FRAME) done();
    });
    node.connect(context.destination);
    source.start();
    const all = new Promise((resolve) => (done = resolve));
    await delivered(context);
    const begun = performance.now();
    await context.startRendering();
    await all;
    return performance.now() - begun;
  },
  /** The same for playing: five seconds at a time, for more does not fit into the buffer at once. */
  async playOffline(name, seconds) {
    const samples = new Int16Array(24_000 * 5).map((_, i) => 9_000 * Math.sin(i / 9));
    let total = 0;
    for (let left = seconds; left > 0; left -= 5) {
      const context = new OfflineAudioContext(1, 48_000 * 5, 48_000);
      const play = await players[name](context, context.destination);
      const begun = performance.now();
      for (let i = 0; i < samples.length; i += 2_400) play(samples.slice(i, i + 2_400));
      await delivered(context);
      await context.startRendering();
      total += performance.now() - begun;
    }
    return total;
  },
};
