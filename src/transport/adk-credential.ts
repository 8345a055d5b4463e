import { field, record, text } from './adk-event-schema.js';

/**
 * What a person has to know of a credential request. The rest of it (a client's secret, tokens) has
 * no place in messages, which are shown, stored and logged.
 */
export function describeCredential(config: Record<string, unknown>): Record<string, unknown> {
  const scheme = record(field(config, 'authScheme'));
  const exchanged = field(config, 'exchangedAuthCredential');
  const oauth2 = field(exchanged, 'oauth2');
  const code = record(field(scheme.flows, 'authorizationCode'));
  const scopes = Array.isArray(scheme.scopes) ? scheme.scopes : Object.keys(record(code.scopes));
  return {
    scheme: [text(scheme.type) ?? 'oauth2', text(scheme.scheme)].filter(Boolean).join(' '),
    authUri: text(field(oauth2, 'authUri')),
    scopes: scopes.filter((scope) => typeof scope === 'string'),
    key: text(field(config, 'credentialKey')) ?? '',
  };
}
