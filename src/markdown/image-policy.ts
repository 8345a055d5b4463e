/** What may be done with the address of an image. */
export type ImageDecision =
  { kind: 'show'; src: string } | { kind: 'ask'; src: string; host: string } | { kind: 'refuse' };

/** Formats that can hold neither script nor references to other resources. */
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=]+$/i;

/**
 * Whether an image loads. An address can carry data away without a click, so only inline images
 * and the origins that the host allowed load by themselves; the reader is asked for the others.
 */
export function imageDecision(address: string, allowedOrigins: readonly string[]): ImageDecision {
  if (INLINE_IMAGE.test(address)) return { kind: 'show', src: address };
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(address)) return { kind: 'refuse' };
  const absolute = /^https?:\/\//i.test(address);
  let url: URL;
  try {
    url = new URL(address, document.baseURI);
  } catch {
    return { kind: 'refuse' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'refuse' };
  url.username = '';
  url.password = '';
  if (isAllowedOrigin(url, allowedOrigins)) return { kind: 'show', src: url.href };
  // A relative address is one of the host page: a click must not send its cookies anywhere.
  return absolute ? { kind: 'ask', src: url.href, host: url.host } : { kind: 'refuse' };
}

/** Matches `https://cdn.example` exactly and `https://*.example` by subdomain. */
export function isAllowedOrigin(url: URL, allowedOrigins: readonly string[]): boolean {
  return allowedOrigins.some((entry) => {
    const [scheme, domain] = entry.replace(/\/$/, '').toLowerCase().split('//*');
    return domain === undefined
      ? url.origin === scheme
      : domain.length > 1 &&
          url.protocol === scheme &&
          `.${url.host}`.endsWith(domain) &&
          url.host !== domain.slice(1);
  });
}
