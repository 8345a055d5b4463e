/**
 * What editors want to know about the elements, made from custom-elements.json: custom data for
 * VS Code and web-types for JetBrains editors. The build writes both into `dist`.
 */
import { readFileSync } from 'node:fs';

/** The elements that people write; the others are made by the chat itself. */
const PUBLIC = new Set(['adk-chat', 'tool-approval']);

export function editorData({ name, version }) {
  const { modules } = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
  const elements = modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => PUBLIC.has(tagName));
  return {
    name: 'editor-data',
    generateBundle() {
      const emit = (fileName, content) =>
        this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(content, null, 2)}\n` });
      emit('vscode.html-custom-data.json', {
        version: 1.1,
        tags: elements.map(({ tagName, description, attributes = [] }) => ({
          name: tagName,
          description,
          attributes: attributes.map((attribute) => ({
            name: attribute.name,
            description: attribute.description,
            ...(choices(attribute) && { values: choices(attribute) }),
          })),
        })),
      });
      emit('web-types.json', {
        $schema: 'https://json.schemastore.org/web-types',
        name,
        version,
        'js-types-syntax': 'typescript',
        'description-markup': 'markdown',
        contributions: { html: { elements: elements.map(webType) } },
      });
    },
  };
}

/** The texts that an attribute can have, if its type names them all. */
function choices({ type }) {
  const options = (type?.text ?? '').split('|').map((option) => option.trim());
  const texts = options.filter((option) => /^'.+'$/.test(option));
  return texts.length > 0 ? texts.map((option) => ({ name: option.slice(1, -1) })) : undefined;
}

function webType(element) {
  const { tagName, description, attributes = [], members = [], events = [] } = element;
  return {
    name: tagName,
    description,
    attributes: attributes.map((attribute) => ({
      name: attribute.name,
      description: attribute.description,
      ...typed(attribute),
    })),
    slots: named(element.slots),
    events: named(events),
    js: {
      properties: members
        .filter(({ kind, static: isStatic }) => kind === 'field' && !isStatic)
        .map((member) => ({
          name: member.name,
          description: member.description,
          ...typed(member),
        })),
      events: named(events),
    },
    css: { properties: named(element.cssProperties), parts: named(element.cssParts) },
  };
}

const named = (list = []) => list.map(({ name, description }) => ({ name, description }));
const typed = ({ type }) => (type ? { value: { type: type.text } } : {});
