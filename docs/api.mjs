/** `npm run docs`: writes docs/api.md from custom-elements.json. With `--check` it only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const file = fileURLToPath(new URL('api.md', import.meta.url));
const manifest = JSON.parse(
  readFileSync(new URL('../custom-elements.json', import.meta.url), 'utf8'),
);

/** The elements that a page writes; the others live inside of them. */
const PUBLIC = ['adk-chat', 'tool-approval'];

const elements = PUBLIC.map((tag) =>
  manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === tag),
);

const cell = (text = '') => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
const code = (text) => (text ? `\`${cell(text)}\`` : '');

function table(heading, titles, rows) {
  if (rows.length === 0) return [];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    `### ${heading}`,
    [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n'),
  ];
}

function describe(element) {
  const fields = element.members.filter(({ kind }) => kind === 'field');
  const methods = element.members.filter(({ kind }) => kind === 'method');
  const documented = fields.filter(({ description }) => description);
  const name = ({ static: isStatic, name, parameters = [], kind }) =>
    code(
      (isStatic ? `${element.name}.${name}` : name) +
        (kind === 'method' ? `(${parameters.map(({ name }) => name).join(', ')})` : ''),
    );
  const simple = (list = []) =>
    list.map(({ name, description }) => [name ? code(name) : 'default', cell(description)]);
  return [
    `## \`<${element.tagName}>\``,
    cell(element.description),
    ...table(
      'Attributes and properties',
      ['property', 'attribute', 'type', 'what it is'],
      documented.map((field) => [
        name(field),
        code(field.attribute),
        code(field.type?.text),
        cell(field.description),
      ]),
    ),
    ...table(
      'Methods',
      ['method', 'returns', 'what it does'],
      methods
        .filter(({ description }) => description)
        .map((method) => [name(method), code(method.return?.type.text), cell(method.description)]),
    ),
    ...table(
      'Events',
      ['event', 'class', 'when'],
      (element.events ?? []).map(({ name, type, description }) => [
        code(name),
        code(type?.text),
        cell(description),
      ]),
    ),
    ...table('Slots', ['slot', 'what it is for'], simple(element.slots)),
    ...table('Parts', ['part', 'what it is'], simple(element.cssParts)),
    ...table(
      'Custom properties',
      ['token', 'default', 'what it is'],
      (element.cssProperties ?? []).map(({ name, default: value, description }) => [
        code(name),
        code(value),
        cell(description),
      ]),
    ),
  ];
}

const text = await format(
  [
    '# API reference',
    'Generated from the doc blocks of the sources (`npm run docs`). The same facts are in `custom-elements.json`, which editors read.',
    ...elements.flatMap(describe),
  ].join('\n\n'),
  { ...(await resolveConfig(file)), parser: 'markdown' },
);

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/api.md is out of date: run "npm run docs" and commit it.');
    process.exit(1);
  }
} else {
  writeFileSync(file, text);
}
