/** The longer texts of the scenarios. */

export const HELP_INTRO = `I am a scripted agent: no model, no network. What I do depends on what you type.

The endpoints also take fault switches as query parameters, for example \`?cut=5\`, \`?delay=200\`,
\`?malformed=3\`, \`?duplicate=3\`, \`?html\`, \`?empty\`, \`?status=500\`. The file
\`demo/server/faults.ts\` describes all of them.
`;

export const LONG_MARKDOWN = `# A short tour

Markdown arrives in *small pieces*, and every piece must look right **while it is still incomplete**.

## Lists

1. An ordered item
2. Another one with \`inline code\`
   - a nested item
   - and [a link](https://example.com/)

- [x] done
- [ ] still open

## A quote

> Simplicity is prerequisite for reliability.

## Code

\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}
\`\`\`

## A table

| element | purpose |
|---|---|
| \`adk-chat\` | the conversation |
| \`tool-approval\` | asks before a tool runs |

---

${Array.from(
  { length: 6 },
  (_, index) =>
    `Paragraph ${index + 1}. A long answer scrolls; the reader may scroll back while it grows, and nothing may jump. Words of different length follow each other until the line is full.`,
).join('\n\n')}

That was all of it.`;

export const MATH = `Euler's identity is $e^{i\\pi} + 1 = 0$, and

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

A price like $5 or $10 is no formula.`;

export const CODE = `Here is a program:

\`\`\`python
def fibonacci(count: int) -> list[int]:
    numbers = [0, 1]
    while len(numbers) < count:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers[:count]
\`\`\`

It runs in linear time.`;

export const TABLE = `| planet | moons | day in hours |
|:--|--:|--:|
| Mercury | 0 | 4222.6 |
| Earth | 1 | 24.0 |
| Jupiter | 97 | 9.9 |`;

/** A text file, base64. */
export const NOTES = Buffer.from('Bread\nMilk\nTwo lemons\n').toString('base64');

/** A PNG of 48 by 32 pixels, base64. */
export const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAAUElEQVR42u3OIQ2AQAAF0PNsN0rQ5GKcIwmaDjhCEIkhUKAp8DXqbS/AK9N8RXU/o/FYomcboru1aO1vVISEhISEhISEhISEhISEhISE/gx9NDxLiH2+bqMAAAAASUVORK5CYII=';

export const POEM = 'A page, a chat, a question mark:\nthe agent waits till you say yes.';
