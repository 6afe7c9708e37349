import { pointerTo } from '@helve/core';

/** A fault in a JSON text, with its position. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/** A parsed JSON text with the lines of its values. */
export interface JsonText {
  readonly value: unknown;
  /** Returns the line of the value at a JSON pointer, or of the nearest value around it. */
  lineOf(pointer: string): number;
}

/** Parses JSON with the position of each value; a repeated name in one object is a fault too. */
export function readJsonText(text: string): JsonText | JsonFault {
  const offsets = new Map<string, number>();
  const fault = new Scanner(text, offsets).scan();
  if (fault !== undefined) return { ...toPosition(text, fault.at), problem: fault.problem };
  return {
    value: JSON.parse(text) as unknown,
    lineOf(pointer) {
      let near = pointer;
      while (!offsets.has(near) && near !== '') near = near.slice(0, near.lastIndexOf('/'));
      return toPosition(text, offsets.get(near) ?? 0).line;
    },
  };
}

function toPosition(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

interface Fault {
  readonly at: number;
  readonly problem: string;
}

const MAX_DEPTH = 200;
const space = /[ \t\n\r]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- control characters are what JSON forbids here
const string = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

class Scanner {
  readonly #text: string;
  readonly #offsets: Map<string, number>;
  #at = 0;

  constructor(text: string, offsets: Map<string, number>) {
    this.#text = text;
    this.#offsets = offsets;
  }

  scan(): Fault | undefined {
    try {
      this.#value('', 0);
      this.#take(space);
      if (this.#at < this.#text.length) this.#fail('expected the end of the file');
      return undefined;
    } catch (thrown) {
      if (thrown instanceof ScanFault) return thrown;
      throw thrown;
    }
  }

  #value(pointer: string, depth: number): void {
    this.#take(space);
    if (depth > MAX_DEPTH) this.#fail(`nested deeper than ${MAX_DEPTH} levels`);
    if (!this.#offsets.has(pointer)) this.#offsets.set(pointer, this.#at);
    const first = this.#text[this.#at];
    if (first === '{') this.#object(pointer, depth);
    else if (first === '[') this.#array(pointer, depth);
    else if (first === '"') this.#string();
    else if (this.#take(scalar) === '') this.#fail('expected a value');
  }

  #object(pointer: string, depth: number): void {
    const names = new Set<string>();
    this.#list('{', '}', () => {
      const at = this.#at;
      const name = JSON.parse(this.#string()) as string;
      if (names.has(name)) this.#fail(`the name ${JSON.stringify(name)} occurs twice in one object`, at);
      names.add(name);
      this.#expect(':');
      const inner = pointerTo(pointer, name);
      // The line of a member is the line of its name.
      this.#offsets.set(inner, at);
      this.#value(inner, depth + 1);
    });
  }

  #array(pointer: string, depth: number): void {
    let index = 0;
    this.#list('[', ']', () => this.#value(`${pointer}/${index++}`, depth + 1));
  }

  #list(open: string, close: string, item: () => void): void {
    this.#expect(open);
    if (this.#next() === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      this.#take(space);
      item();
      const next = this.#next();
      if (next !== ',' && next !== close) this.#fail(`expected "," or "${close}"`);
      this.#at += 1;
      if (next === close) return;
    }
  }

  #string(): string {
    const literal = this.#take(string);
    return literal === '' ? this.#fail('expected a string in double quotes') : literal;
  }

  #expect(sign: string): void {
    if (this.#next() !== sign) this.#fail(`expected "${sign}"`);
    this.#at += 1;
  }

  #next(): string | undefined {
    this.#take(space);
    return this.#text[this.#at];
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [matched = ''] = pattern.exec(this.#text) ?? [];
    this.#at += matched.length;
    return matched;
  }

  #fail(problem: string, at = this.#at): never {
    throw new ScanFault(at, problem);
  }
}

class ScanFault extends Error {
  readonly at: number;
  readonly problem: string;

  constructor(at: number, problem: string) {
    super(problem);
    this.at = at;
    this.problem = problem;
  }
}
