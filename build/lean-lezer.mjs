/**
 * What `@lezer/markdown` needs of `@lezer/common` and `@lezer/highlight` to parse a text once and
 * have the result walked: no buffers, no cursors, no reuse of earlier trees, no colours. The
 * script-tag build puts it in their place; test/package/lean-lezer.test.ts compares the two.
 */
export const IterMode = {};
export const parseMixed = () => undefined;

export class NodeProp {
  static contextHash = new NodeProp();
  static group = new NodeProp();
}

export class NodeType {
  static none = new NodeType({ name: '', id: 0 });
  static define = (spec) => new NodeType(spec);

  constructor({ name, id }) {
    this.name = name;
    this.id = id;
  }
}

export class NodeSet {
  constructor(types) {
    this.types = types;
  }

  extend() {
    return this;
  }
}

export class Tree {
  constructor(type, children, positions, length, props) {
    this.type = type;
    this.children = children;
    this.positions = positions;
    this.length = length;
    this.hash = props?.[0][1];
  }

  /** `buffer` holds type, start, end and size of each node, children before their parents. */
  static build({ buffer, nodeSet, reused, topID, length }) {
    let i = buffer.length;
    const take = (type, from, size, stop) => {
      const children = [];
      const positions = [];
      while (i > stop) {
        i -= 4;
        const [id, start, end, length] = buffer.slice(i, i + 4);
        positions.unshift(start - from);
        children.unshift(
          length < 0 ? reused[id] : take(nodeSet.types[id], start, end - start, i + 4 - length),
        );
      }
      return new Tree(type, children, positions, size);
    };
    return take(nodeSet.types[topID], 0, length, 0);
  }

  prop() {
    return this.hash;
  }

  balance() {
    return this;
  }

  iterate(visitor, from = 0) {
    const node = { name: this.type.name, from, to: from + this.length };
    visitor.enter(node);
    this.children.forEach((child, i) => child.iterate(visitor, from + this.positions[i]));
    visitor.leave(node);
  }
}

export class Parser {
  parse(text) {
    const input = {
      length: text.length,
      lineChunks: false,
      chunk: (from) => text.slice(from),
      read: (from, to) => text.slice(from, to),
    };
    const parse = this.createParse(input, [], [{ from: 0, to: text.length }]);
    for (;;) {
      const tree = parse.advance();
      if (tree) return tree;
    }
  }
}

export class Tag {}
export const tags = { special: () => undefined };
export const styleTags = () => undefined;
