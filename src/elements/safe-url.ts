import { isAllowedOrigin } from '../markdown/image-policy.js';

/** The address of a web page, or nothing if it is any other kind of address. */
export function webUrl(text: string): URL | undefined {
  const url = parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** The address of a file that may be offered for download. */
export function fileUrl(text: string): URL | undefined {
  const url = parse(text);
  return url && /^(https?|data|blob):$/.test(url.protocol) ? url : undefined;
}

/**
 * Whether showing this picture tells nobody that it was shown: a remote address can carry what the
 * model was told to leak.
 */
export function isQuietUrl(url: URL, allowedOrigins: readonly string[]): boolean {
  return (
    url.protocol === 'data:' ||
    url.protocol === 'blob:' ||
    // Not the page's own origin by itself: an address there can act with the user's cookies.
    isAllowedOrigin(url, allowedOrigins)
  );
}

function parse(text: string): URL | undefined {
  return URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI) : undefined;
}
