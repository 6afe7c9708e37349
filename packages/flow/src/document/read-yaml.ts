import { type Json, pointerTo } from '@helve/core';
import type { Document, LineCounter } from 'yaml';
import type { Position, Positions } from './position.js';
import { yamlLibrary } from './yaml-library.js';

/** Something that keeps a text from being read, and where. */
export interface YamlFault extends Partial<Position> {
  readonly message: string;
}

/** A YAML 1.2 or JSON text as a value, with the place of everything in it. */
export interface YamlReading {
  readonly value?: Json;
  readonly positions: Positions;
  readonly faults: readonly YamlFault[];
}

const maxCharacters = 1 << 20;
const maxDepth = 200;
const maxAliasNodes = 10_000;

/** Reads a text strictly: one document, text keys without repeats, only JSON values, aliases within bounds. */
export function readYaml(text: string): YamlReading {
  const none = new Map<string, Position>();
  if (text.length > maxCharacters) {
    return { positions: none, faults: [{ message: `It has more than ${maxCharacters} characters` }] };
  }
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof RangeError) return { positions: none, faults: [{ message: 'It is nested too deeply' }] };
    throw error;
  }
}

function readDocument(text: string): YamlReading {
  const yaml = yamlLibrary();
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, {
    lineCounter: lines,
    version: '1.2',
    schema: 'core',
    strict: true,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const faults = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
    message: sentence(message),
    ...toPosition(lines, pos[0]),
  }));
  if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    faults.push({ message: 'Only YAML 1.2 is supported', ...toPosition(lines, 0) });
  }
  if (faults.length > 0) return { positions: new Map(), faults };
  return new TreeReader(document, lines).read();
}

/** Converts the nodes of a document to JSON values and records the position of each. */
class TreeReader {
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #positions = new Map<string, Position>();
  readonly #faults: YamlFault[] = [];
  readonly #anchors = new Map<string, unknown>();
  #aliasNodes = 0;
  #insideAlias = 0;

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  read(): YamlReading {
    const value = this.#value(this.#document.contents, '', 0);
    if (this.#faults.length > 0) return { positions: this.#positions, faults: this.#faults };
    return { value, positions: this.#positions, faults: [] };
  }

  #value(node: unknown, pointer: string, depth: number): Json {
    if (depth > maxDepth) return this.#fail(node, 'It is nested too deeply');
    if (this.#insideAlias > 0 && ++this.#aliasNodes > maxAliasNodes) {
      return this.#fail(node, `Its aliases expand to more than ${maxAliasNodes} values`);
    }
    const { isAlias, isMap, isScalar, isSeq } = yamlLibrary();
    if (isAlias(node)) return this.#expand(node.source, node, pointer, depth);
    this.#note(node, pointer);
    if (isMap(node)) return this.#members(node, pointer, depth);
    if (isSeq(node)) return node.items.map((item, index) => this.#value(item, pointerTo(pointer, index), depth + 1));
    const value: unknown = isScalar(node) ? node.value : null;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    return typeof value === 'number' && Number.isFinite(value)
      ? value
      : this.#fail(node, 'It has a value that JSON lacks');
  }

  #members(
    node: { readonly items: readonly { key: unknown; value: unknown }[] },
    pointer: string,
    depth: number,
  ): Json {
    const { isScalar } = yamlLibrary();
    const value: Record<string, Json> = {};
    for (const { key, value: member } of node.items) {
      const name = isScalar(key) ? String(key.value) : '';
      const below = pointerTo(pointer, name);
      const read = this.#value(member, below, depth + 1);
      this.#place(below, key);
      // Defined, not assigned: this key must become a property, never a prototype.
      Object.defineProperty(value, name, { value: read, enumerable: true, writable: true, configurable: true });
    }
    return value;
  }

  #expand(name: string, node: unknown, pointer: string, depth: number): Json {
    if (!this.#anchors.has(name)) return this.#fail(node, `There is no anchor "${name}" before it`);
    this.#insideAlias++;
    const value = this.#value(this.#anchors.get(name), pointer, depth + 1);
    this.#insideAlias--;
    return value;
  }

  #note(node: unknown, pointer: string): void {
    const { isMap, isScalar, isSeq } = yamlLibrary();
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return;
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (!this.#positions.has(pointer)) this.#place(pointer, node);
  }

  #place(pointer: string, node: unknown): void {
    const offset = nodeOffset(node);
    if (offset !== undefined && this.#insideAlias === 0) this.#positions.set(pointer, toPosition(this.#lines, offset));
  }

  /** Reports only the first fault of a tree, since aliases could repeat it endlessly. */
  #fail(node: unknown, message: string): null {
    const offset = nodeOffset(node);
    if (this.#faults.length === 0)
      this.#faults.push({ message, ...(offset === undefined ? {} : toPosition(this.#lines, offset)) });
    return null;
  }
}

function nodeOffset(node: unknown): number | undefined {
  const { isAlias, isMap, isScalar, isSeq } = yamlLibrary();
  return isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range?.[0] : undefined;
}

function toPosition(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function sentence(message: string): string {
  return message.replace(/\s+/g, ' ').trim();
}
