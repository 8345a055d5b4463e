import { AdkError } from '../errors.js';
import type { AudioTexts } from './audio-texts.js';

export interface WorkletOptions {
  /** Folder from which the page itself serves the worklets; tried before anything else. */
  workletPath?: string;
  texts: AudioTexts;
}

/**
 * Adds a worklet to a context, whatever the page's content security policy leaves open: from the
 * host's own folder, from a blob URL, from a data URL, from the files of this package. All of them
 * count as `script-src`.
 */
export async function loadWorklet(
  context: BaseAudioContext,
  name: string,
  source: string,
  { workletPath, texts }: WorkletOptions,
): Promise<void> {
  if (!('audioWorklet' in context)) throw new AdkError('unsupported', texts.micInsecure);
  const causes: unknown[] = [];
  for (const open of sources(name, source, workletPath)) {
    const { url, release } = open();
    try {
      return await context.audioWorklet.addModule(url);
    } catch (cause) {
      causes.push(cause);
    } finally {
      release?.();
    }
  }
  throw new AdkError('worklet-load', texts.workletBlocked, {
    cause: new AggregateError(causes),
    details:
      `AudioWorklet "${name}" could not be loaded. The Content-Security-Policy of this page must ` +
      `allow it in script-src: either list blob: (or data:) there, or serve ${name}.js yourself and ` +
      'name its folder in the "worklet-path" attribute.',
  });
}

/** Not written into the call of `new URL`: bundlers would take it for a file of theirs. */
const here = import.meta.url;

interface Source {
  url: string;
  release?: () => void;
}

function sources(name: string, source: string, path: string | undefined): (() => Source)[] {
  const type = 'text/javascript';
  return [
    ...(path ? [() => ({ url: `${path.replace(/\/?$/, '/')}${name}.js` })] : []),
    () => {
      const url = URL.createObjectURL(new Blob([source], { type }));
      return { url, release: () => URL.revokeObjectURL(url) };
    },
    () => ({ url: `data:${type},${encodeURIComponent(source)}` }),
    () => ({ url: new URL(`../worklets/${name}.js`, here).href }),
  ];
}
