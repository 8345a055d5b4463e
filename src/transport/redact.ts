const SECRET_KEY =
  /authori[sz]ation|api[-_]?key|token|password|passwd|passphrase|secret|cookie|credential|private[-_]?key|session[-_]?id/i;
const SECRET_TEXT =
  /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\b(sk|pk|ghp|gho|xox[abp])[-_][\w-]{16,}|\bAIza[\w-]{30,}/g;

export const REDACTED = '[redacted]';

/** A copy without what looks like a secret, by its name or by its shape. */
export function redact(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    if (SECRET_KEY.test(key)) return REDACTED;
    // A picture has no shape of a secret but may by chance contain one.
    return value.startsWith('data:') ? value : value.replace(SECRET_TEXT, REDACTED);
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      redact(item, SECRET_KEY.test(key) ? key : name),
    ]),
  );
}

/** No header is harmless but those that say nothing about anybody. */
export function redactHeaders(headers: unknown): Record<string, string> {
  const entries = headers instanceof Headers ? headers.entries() : Object.entries(headers ?? {});
  return Object.fromEntries(
    [...entries].map(([name, value]) => [
      name,
      /^(accept|content-type)$/i.test(name) ? String(value) : REDACTED,
    ]),
  );
}
