/** Where a link may lead, and what the reader is told about it. */
export interface LinkTarget {
  readonly href: string;
  /** Host, address or number: what the link really leads to. */
  readonly shown: string;
}

/** The target of an address that may be linked: absolute http(s), mailto or tel. */
export function linkTarget(address: string): LinkTarget | undefined {
  // An address with spaces, control or bidi characters inside is not one that a person wrote.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(address) || address.length > 8192) return;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return;
  }
  const { protocol } = url;
  if (protocol === 'http:' || protocol === 'https:') {
    if (!/^https?:\/\//i.test(address) || !url.hostname) return;
    // `https://bank.example@evil.example` shows one host and leads to another.
    url.username = '';
    url.password = '';
    return { href: url.href, shown: url.host };
  }
  if (protocol === 'mailto:' || protocol === 'tel:') {
    return url.pathname ? { href: url.href, shown: decode(url.pathname) } : undefined;
  }
  return;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether the text of a link says by itself where the link leads. */
export function tellsTarget(text: string, { shown }: LinkTarget): boolean {
  const spoken = text.trim().replace(/^(?:https?:\/\/|mailto:|tel:)/i, '');
  if (!spoken.toLowerCase().startsWith(shown.toLowerCase())) return false;
  const rest = spoken.slice(shown.length);
  return rest === '' || /^[/?#][^\s@]*$/.test(rest);
}
