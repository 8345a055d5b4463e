import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
];

const PLACES = [
  ...(process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((dir) => NAMES.map((name) => path.join(dir, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name]
      ? [
          path.join(process.env[name], 'Google/Chrome/Application/chrome.exe'),
          path.join(process.env[name], 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : [],
  ),
];

const find = () =>
  process.env.CHROME_PATH ? process.env.CHROME_PATH : PLACES.find((place) => existsSync(place));

/** Path of a Chrome, Chromium or Edge on this machine; installs Chromium where that is possible. */
export function ensureBrowser() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing it with apt-get …');
    const apt = (...args) =>
      execFileSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', 'chromium');
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    'The tests need Chrome, Chromium or Edge. Install one of them (Debian/Ubuntu: sudo apt-get install chromium; ' +
      'macOS: brew install --cask chromium; Windows: winget install Google.Chrome), or set CHROME_PATH to its executable.',
  );
}

/** Chromium's sandbox refuses to run as root, as it does in most CI containers. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];
