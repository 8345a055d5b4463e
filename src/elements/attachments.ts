import type { FileUIPart } from 'ai';
import type { Strings } from '../locales/en.js';

export interface FileLimits {
  /** Like the attribute of a file input: `image/*,.pdf`. Empty: anything. */
  accept: string;
  /** How many files one message can carry; 0 turns attachments off. */
  maxFiles: number;
  /** Bytes per file. */
  maxFileSize: number;
}

/** Why a file can't be attached, in the user's words; nothing if it can. */
export function refuseFile(
  file: File,
  count: number,
  limits: FileLimits,
  strings: Strings,
  locale: string,
): string | undefined {
  if (count >= limits.maxFiles) return strings.tooManyFiles(limits.maxFiles);
  if (!isAccepted(file, limits.accept)) return strings.fileType(file.name);
  if (file.size > limits.maxFileSize) {
    return strings.fileTooLarge(file.name, formatBytes(limits.maxFileSize, locale));
  }
  return undefined;
}

function isAccepted(file: File, accept: string): boolean {
  const rules = accept
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())
    .filter(Boolean);
  const [type, name] = [file.type.toLowerCase(), file.name.toLowerCase()];
  return (
    rules.length === 0 ||
    rules.some((rule) =>
      rule.startsWith('.')
        ? name.endsWith(rule)
        : rule.endsWith('/*')
          ? type.startsWith(rule.slice(0, -1))
          : type === rule,
    )
  );
}

export function formatBytes(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

/** Reads a file into a part that can be sent; `onProgress` gets numbers from 0 to 1. */
export function readFile(file: File, onProgress: (done: number) => void): Promise<FileUIPart> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.onload = () =>
      resolve({
        type: 'file',
        filename: file.name,
        mediaType: file.type || 'application/octet-stream',
        url: String(reader.result),
      });
    reader.readAsDataURL(file);
  });
}
