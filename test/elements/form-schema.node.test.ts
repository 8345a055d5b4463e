import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSchema, schemaOf } from '../../src/elements/form-schema.js';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const types = (schema: unknown): unknown => {
  const field = readSchema(schema);
  return field.type === 'object'
    ? Object.fromEntries(field.properties.map(({ name, field: { type } }) => [name, type]))
    : field.type;
};

const table: [string, unknown, unknown][] = [
  [
    'simple values',
    object({ a: { type: 'string' }, b: { type: 'integer' } }),
    { a: 'string', b: 'integer' },
  ],
  [
    'the upper case of Gemini',
    { type: 'OBJECT', properties: { a: { type: 'NUMBER' } } },
    { a: 'number' },
  ],
  ['options', { enum: ['a', 1, null] }, 'enum'],
  ['a single possible value', { const: 'a' }, 'enum'],
  [
    'a value that may be missing',
    object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    { a: 'string' },
  ],
  ['a list of types', { type: ['null', 'boolean'] }, 'boolean'],
  ['lists of simple values', { type: 'array', items: { type: 'string' } }, 'array'],
  ['lists of objects as JSON', { type: 'array', items: object({ a: { type: 'string' } }) }, 'json'],
  [
    'references',
    { $defs: { D: { type: 'string' } }, ...object({ a: { $ref: '#/$defs/D' } }) },
    { a: 'string' },
  ],
  ['references to nowhere as JSON', object({ a: { $ref: '#/$defs/none' } }), { a: 'json' }],
  ['references in a circle as JSON', { $ref: '#' }, 'json'],
  ['alternatives as JSON', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'json'],
  ['an object without a type', { properties: { a: { type: 'string' } } }, { a: 'string' }],
  ['an object without properties as JSON', { type: 'object' }, 'json'],
  ['nothing at all as JSON', undefined, 'json'],
  ['what is no schema as JSON', 7, 'json'],
];

describe('readSchema', () => {
  for (const [what, schema, expected] of table) {
    it(`asks for ${what}`, () => assert.deepEqual(types(schema), expected));
  }

  it('follows objects only as deep as a form can show', () => {
    let schema: object = { type: 'string' };
    for (let i = 0; i < 50; i++) schema = object({ inner: schema });
    assert.ok(JSON.stringify(readSchema(schema)).includes('"json"'));
  });

  it('knows names, hints, limits and what is required', () => {
    const field = readSchema(
      object(
        {
          full_name: { type: 'string', minLength: 2 },
          age: { type: 'integer', title: 'Years', description: 'In full', minimum: 0, default: 5 },
        },
        { required: ['full_name'] },
      ),
    );
    assert.deepEqual(field.type === 'object' && field.properties, [
      {
        name: 'full_name',
        label: 'Full name',
        hint: '',
        required: true,
        field: { type: 'string', format: '', minLength: 2 },
        initial: undefined,
      },
      {
        name: 'age',
        label: 'Years',
        hint: 'In full',
        required: false,
        field: { type: 'integer', minimum: 0 },
        initial: 5,
      },
    ]);
  });

  it('reads a template as the schema that it speaks of', () => {
    const template = { days: 3, note: '', sure: true, tags: ['a'], more: { n: 1 } };
    assert.deepEqual(types(schemaOf(template)), {
      days: 'number',
      note: 'string',
      sure: 'boolean',
      tags: 'array',
      more: 'object',
    });
  });
});
