import type { Strings } from '../locales/en.js';

/** What audio says when it fails, in the user's language. */
export type AudioTexts = Pick<
  Strings,
  | 'micDenied'
  | 'micMissing'
  | 'micBusy'
  | 'micUnplugged'
  | 'micInsecure'
  | 'audioBlocked'
  | 'workletBlocked'
>;
