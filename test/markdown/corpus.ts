/** Documents that models write, and some that they should not. */
export const documents: Record<string, string> = {
  plain: 'Hello **world**, this is *fine* and `code` too.\n\nSecond paragraph with ~~no~~ yes.\n',
  headings: '# One\n\nText\n\n## Two ##\nMore\nSetext\n======\n\nOther\n---\n\n### *Three*\n',
  lists:
    'Intro:\n\n- one\n- two\n  - two a\n  - two b\n\n    with a paragraph\n- three\n\n\nText\n\n1. first\n2. second\n   ```js\n   let a = 1;\n\n   let b;\n   ```\n3. third\n* other\n+ more\n',
  numbered: '3. three\n4. four\n\n   more\n5) other list\n',
  tasks: '- [ ] open\n- [x] done **now**\n- plain\n  - [X] inner\n',
  quotes: '> quoted\ncontinued\n> more\n>\n> - list\n>   1. inner\n\nafter\n> > deep\n> back\n',
  code: '```ts\nconst a: number = 1;\n\n  indented();\n```\nText right after\n~~~\n```\nnot closed by backticks\n~~~\n\n    indented code\n\n    more of it\n\nend\n',
  unclosed: 'Look:\n\n```python\nprint("hi")\n\n\ndef f():\n    pass\n',
  indentedFence: '  ```\n  two\n    four\n zero\n  ```\ntext\n',
  longFence: '````md\n```js\ninner\n```\n````\n\nafter\n',
  table:
    'Here is a table:\n\n| Name | Price | `a\\|b` |\n|:-----|------:|:---:|\n| **Tea** | 3 | x |\n| Coffee | | y | extra |\n| Short |\n\nDone.\n',
  tableInText: 'Directly above:\n| a | b |\n|---|---|\n| 1 | 2 |\n# Heading ends it\n',
  links:
    'See [docs](https://example.com/docs "Title"), <https://a.example>, https://b.example/x?y=1. and www.c.example, or mail me@example.org.\n\n[a *b*](https://x.example) [[1]](https://cite.example/1) [not a link] [x][y]\n',
  references:
    'First [one], then [two][2] and [Three][].\n\n- item [one]\n\n[one]: https://one.example\n[2]: <https://two.example> "t"\n\nLater [four].\n\n[three]: https://three.example\n[four]: https://four.example\n[one]: https://ignored.example\n',
  images:
    '![alt *text*](https://img.example/a.png) and ![](data:image/png;base64,iVBORw0KGgo=) text ![x](/rel.png)\n\n[![badge](https://img.example/b.svg)](https://link.example)\n',
  breaks: 'line one  \nline two\\\nline three\nsoft\n\n***\n\nnext\n\n---\n___\n',
  emphasis:
    '***both*** **strong*em*** _under_score_ snake_case_word *a **b** c* **unclosed\n\n* not em\n\n**bold**text and 5*3*2 and ~~gone~~ ~one~\n',
  html: '<div onclick="x()">\n\n*hi* <b>bold</b> <!-- c --> <script>alert(1)</script>\n\n</div>\n',
  entities: '&amp; &lt;b&gt; &copy; &#65; &#x42; &unknown; \\* \\[ \\\\ AT&T &#0;\n',
  inlineCode: '`a` ``b ` c`` ` d ` `` ` `` `unclosed\n\n`multi\nline`\n',
  crlf: 'one\r\ntwo\r\n\r\n- a\r\n- b\r\n\r\n```\r\nx\r\n\r\ny\r\n```\r\n',
  japanese:
    'こんにちは**世界**。これは*強調*です。\n\n- 項目一\n- 項目二\n\n| 列 | 値 |\n|---|---|\n| あ | い |\n',
  arabic: 'مرحبا **بالعالم**\n\n- عنصر\n\nEnglish again\n',
  tight: 'a\n- b\n- c\nd\n\n1. x\n\n2. y\n\n   z\n',
  odd: '***\n**x\n\n- - - a\n\n#\n\n#no heading\n\n-\n\n1.\n\n>\n\n|\n\n| a |\n\n=\n\n``\n\n[\n\n![\n\n<\n\n[a](\n',
  lateSetext: `${'A long paragraph that goes on. '.repeat(90)}\nand more\n===\n\nafter\n`,
  longParagraph: `${'Some words with **bold** and `code` and [link](https://x.example), 5 * 3. '.repeat(80)}\n\nend\n`,
  longOpen: `**never closed ${'word _and_ more '.repeat(500)}\n`,
  longLines: `${'A line of text that is wrapped by hand\n'.repeat(120)}\nlast\n`,
  bracketParagraph: `[start ${'of a long text] with words '.repeat(150)}\n`,
  spaces: `a${' '.repeat(500)}b\n\n\`\`\`\nx${' '.repeat(500)}y\n\`\`\`\n`,
  nestedCode:
    '- item\n\n      indented code in item\n\n  > quote in item\n  > ```\n  > code in quote\n  > ```\n- next\n',
  ending: 'No newline at the end, with **bold',
  endingLink: 'A [link](https://example.com',
  endingTable: '| a | b |\n|---|---|\n| 1 | **2',
  endingFence: '```js\nlet x;\n``',
  endingList: '- a\n- ',
};

/** A longer answer made of all of them. */
export const everything = Object.values(documents).join('\n\n');
