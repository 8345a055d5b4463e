/** A Markdown answer in small deltas, the same for every contestant and every run. */
const PARAGRAPH =
  'The quick agent reads **every** message, calls a `tool`, and explains *why* it did so in [plain words](https://example.com/docs). ';
const BLOCKS = [
  (i) => `## Section ${i}\n\n`,
  () => `${PARAGRAPH.repeat(3)}\n\n`,
  () => `- one item with **bold** text\n- another item with \`code\`\n- a third item\n\n`,
  () =>
    `\`\`\`js\nconst answer = await agent.ask('question');\nconsole.log(answer.text);\n\`\`\`\n\n`,
  () => `| name | value |\n| --- | --- |\n| alpha | 1 |\n| beta | 2 |\n\n`,
];

export const END_MARKER = 'End of the answer.';

/** Exactly `count` deltas of about five characters, ending with the marker. */
export function deltas(count) {
  let text = '';
  for (let i = 0; text.length < count * 5; i++) text += BLOCKS[i % BLOCKS.length](i);
  const pieces = text.match(/[^]{1,5}/g).slice(0, count - 1);
  return [...pieces, `\n\n${END_MARKER}`];
}
