import type { JSONValue } from 'ai';

/** What a form can ask for; everything else is asked for as JSON. */
export type Field =
  | { type: 'string'; format: string; minLength?: number; maxLength?: number }
  | { type: 'number' | 'integer'; minimum?: number; maximum?: number }
  | { type: 'boolean' }
  | { type: 'enum'; options: JSONValue[] }
  | { type: 'object'; properties: Property[] }
  | { type: 'array'; items: Field }
  | { type: 'json' };

export interface Property {
  name: string;
  label: string;
  hint: string;
  required: boolean;
  field: Field;
  initial: unknown;
}

type Json = Record<string, unknown>;

/** Nesting and fields beyond these are asked for as JSON: a schema is the work of a model. */
const DEPTH = 4;
const PROPERTIES = 50;
const OPTIONS = 200;

/** Reads a JSON schema, or the upper-case dialect of Gemini, with suspicion. */
export function readSchema(schema: unknown, root: unknown = schema, depth = 0): Field {
  const { kind, node } = unwrap(schema, root);
  const { enum: options, const: only } = node;
  if (Array.isArray(options) && options.length > 0 && options.every(isSimple)) {
    return { type: 'enum', options: options.slice(0, OPTIONS) as JSONValue[] };
  }
  if (only !== undefined && isSimple(only)) return { type: 'enum', options: [only as JSONValue] };
  switch (kind) {
    case 'string':
      return {
        type: 'string',
        format: typeof node.format === 'string' ? node.format : '',
        ...limits(node, 'minLength', 'maxLength'),
      };
    case 'number':
    case 'integer':
      return { type: kind, ...limits(node, 'minimum', 'maximum') };
    case 'boolean':
      return { type: 'boolean' };
    case 'object': {
      const properties = Object.entries(recordOf(node.properties));
      const isPlain = properties.length > 0 && properties.length <= PROPERTIES;
      if (!isPlain || depth >= DEPTH) return { type: 'json' };
      const required = Array.isArray(node.required) ? node.required : [];
      return {
        type: 'object',
        properties: properties.map(([name, value]) => {
          const inner = recordOf(value);
          return {
            name,
            label: text(inner.title) || humanise(name),
            hint: text(inner.description),
            required: required.includes(name),
            field: readSchema(value, root, depth + 1),
            initial: inner.default,
          };
        }),
      };
    }
    case 'array': {
      const items = readSchema(node.items ?? {}, root, depth + 1);
      const simple = ['string', 'number', 'integer', 'enum'].includes(items.type);
      return simple ? { type: 'array', items } : { type: 'json' };
    }
    default:
      return { type: 'json' };
  }
}

/** The schema that a template speaks of without saying so. */
export function schemaOf(template: unknown): Json {
  if (Array.isArray(template)) return { type: 'array', items: schemaOf(template[0] ?? '') };
  if (typeof template === 'object' && template !== null) {
    const entries = Object.entries(template);
    return {
      type: 'object',
      properties: Object.fromEntries(
        entries.map(([name, value]) => [name, { ...schemaOf(value), default: value as unknown }]),
      ),
    };
  }
  return { type: typeof template === 'string' || template === null ? 'string' : typeof template };
}

/** Follows references, and finds the one kind of value behind "this or nothing". */
function unwrap(schema: unknown, root: unknown): { kind: string; node: Json } {
  let node = recordOf(schema);
  for (let i = 0; i < 8; i++) {
    const reference = text(node.$ref);
    const choices = [node.anyOf, node.any_of, node.oneOf].find(Array.isArray) as Json[] | undefined;
    const real = choices?.filter(({ type }) => String(type).toLowerCase() !== 'null');
    if (reference.startsWith('#/')) {
      const path = reference.slice(2).split('/');
      node = recordOf(path.reduce<unknown>((at, key) => recordOf(at)[key], root));
    } else if (real?.length === 1) {
      node = { ...node, ...recordOf(real[0]), anyOf: undefined, any_of: undefined };
    } else break;
  }
  const type = Array.isArray(node.type) ? node.type.find((each) => each !== 'null') : node.type;
  return { kind: String(type ?? (node.properties ? 'object' : '')).toLowerCase(), node };
}

function limits<K extends string>(node: Json, ...keys: K[]): { [P in K]?: number } {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = node[key] ?? node[key.replace('L', '_l')];
      return Number.isFinite(Number(value ?? NaN)) ? [[key, Number(value)]] : [];
    }),
  ) as { [P in K]?: number };
}

/** `full_name` and `fullName` are names for programs. */
function humanise(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

const isSimple = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
