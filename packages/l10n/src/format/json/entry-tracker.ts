import type { PluralKey } from '@helve/flow';
import { isPluralCategory } from './plural-table.js';
import { compileEntries, entryShape, type CompiledRule, type EntryShape, type ObjectFacts } from './entry-rule.js';
import type { KeyLocation } from './key-path.js';
import type { JsonOptions } from './options.js';
import type { ScannedString } from './scanner.js';
import type { JsonValue } from './value-collector.js';

/** Facts about the message of an entry. */
export interface EntryFacts {
  readonly place: KeyLocation;
  readonly id: string | undefined;
  readonly note: string | undefined;
  /** Example values of placeholders, by their names in lower case. */
  readonly examples: ReadonlyMap<string, string>;
}

/** One form of a table, with its key. */
export interface TableMember {
  readonly plural: PluralKey;
  readonly value: JsonValue;
}

/** A string inside objects that may be entries, with its place in the text. */
export interface HeldString {
  readonly frames: readonly Frame[];
  /** Number of its keys below the root, and the last of them. */
  readonly depth: number;
  readonly tail: readonly string[];
  readonly inArray: boolean;
  readonly raw: string;
  readonly keyIndex: number;
  readonly valueIndex: number;
  /** Its number among the values of its object. */
  readonly position: number;
}

/** Facts below this depth of an object are of no use. */
const maxFactDepth = 3;

/** An object that may be an entry. */
class Frame implements ObjectFacts {
  readonly place: KeyLocation;
  readonly depth: number;
  readonly rules: readonly CompiledRule[];
  readonly keys = new Set<string>();
  readonly values: { readonly path: readonly string[]; readonly value: JsonValue }[] = [];
  #table: readonly TableMember[] | undefined;
  readonly #texts = new Map<string, string>();
  readonly #keys = new Map<string, Set<string>>();
  isOpen = true;
  shape: EntryShape | undefined;
  facts: EntryFacts | undefined;

  constructor(place: KeyLocation, depth: number, rules: readonly CompiledRule[]) {
    this.place = place;
    this.depth = depth;
    this.rules = rules;
  }

  textAt(...path: readonly string[]): string | undefined {
    return this.#texts.get(path.join('\0'));
  }

  keysAt(key: string): ReadonlySet<string> {
    return this.#keys.get(key) ?? new Set();
  }

  addKey(path: readonly string[]): void {
    const [first, second] = path;
    if (first === undefined) return;
    if (second === undefined) this.keys.add(first);
    else if (path.length === 2) {
      const known = this.#keys.get(first) ?? new Set();
      this.#keys.set(first, known.add(second));
    }
  }

  addText(path: readonly string[], text: string): void {
    this.#texts.set(path.join('\0'), text);
  }

  /** The forms of its table; none where one of them cannot be read or is there twice, so that each is a value of its own. */
  table(shape: EntryShape): readonly TableMember[] {
    this.#table ??= isSound(this.#members(shape)) ? this.#members(shape) : [];
    return this.#table;
  }

  #members({ path }: EntryShape): readonly TableMember[] {
    return this.values.flatMap(({ path: own, value }): TableMember[] => {
      const plural = own.at(-1) ?? '';
      const isInside = own.length === path.length + 1 && path.every((key, at) => own[at] === key);
      return isInside && isPluralCategory(plural) ? [{ plural, value }] : [];
    });
  }

  close(): void {
    this.isOpen = false;
    this.shape = entryShape(this.rules, this);
    if (this.shape !== undefined) this.facts = this.#toFacts(this.shape);
  }

  #toFacts({ rule }: EntryShape): EntryFacts {
    const notes = (rule.notes ?? []).map((key) => this.textAt(key)).filter((text) => text !== undefined && text !== '');
    return {
      place: this.place,
      id: rule.id === undefined ? undefined : this.textAt(rule.id),
      note: notes.length === 0 ? undefined : notes.join('\n'),
      examples: rule.placeholders === undefined ? new Map() : this.#examples(rule.placeholders),
    };
  }

  /** Examples of placeholders, which are named by their keys, or by ids in a list. */
  #examples(key: string): ReadonlyMap<string, string> {
    const examples = new Map<string, string>();
    for (const name of this.keysAt(key)) {
      const example = this.textAt(key, name, 'example');
      if (example !== undefined) examples.set((this.textAt(key, name, 'id') ?? name).toLowerCase(), example);
    }
    return examples;
  }
}

/** Tracks the objects that may be entries, and settles which strings are messages. */
export class EntryTracker {
  readonly #rules: readonly CompiledRule[];
  readonly #others: JsonOptions['otherValues'];
  readonly #path: string[] = [];
  readonly #isArray: boolean[] = [];
  readonly #counts: number[] = [];
  #frames: readonly Frame[] = [];
  readonly #outer: (readonly Frame[])[] = [];
  #keyIndex = 0;

  /** Creates a tracker; undefined where every string is a value of its own, which is the common case. */
  static of({ entries, otherValues }: JsonOptions): EntryTracker | undefined {
    const rules = compileEntries(entries);
    return rules === undefined && otherValues === 'all' ? undefined : new EntryTracker(rules ?? [], otherValues);
  }

  private constructor(rules: readonly CompiledRule[], others: JsonOptions['otherValues']) {
    this.#rules = rules;
    this.#others = others;
  }

  open(kind: 'object' | 'array', { id, name, documentId }: KeyLocation): void {
    this.#step();
    this.#outer.push(this.#frames);
    const depth = this.#isArray.length;
    const rules = kind === 'object' && depth > 0 ? this.#rules.filter(({ matches }) => matches(name)) : [];
    if (rules.length > 0) this.#frames = [...this.#frames, new Frame({ id, name, documentId }, depth, rules)];
    this.#isArray.push(kind === 'array');
    this.#counts.push(0);
    this.#path.push('');
  }

  close(): void {
    const outer = this.#outer.pop() ?? [];
    if (this.#frames.length > outer.length) this.#frames.at(-1)?.close();
    this.#frames = outer;
    this.#isArray.pop();
    this.#counts.pop();
    this.#path.pop();
  }

  key(key: string, index: number): void {
    this.#path[this.#path.length - 1] = key;
    this.#keyIndex = index;
  }

  word(): void {
    this.#step();
  }

  /** Notes the text of a string, and returns where it is. */
  string({ raw, index }: ScannedString, text: string): HeldString {
    this.#step();
    const [depth, tail] = [this.#path.length, this.#path.slice(-maxFactDepth)];
    for (const frame of near(this.#frames, depth)) frame.addText(this.#path.slice(frame.depth), text);
    const position = this.#counts.at(-1) ?? 0;
    const inArray = this.#isArray.includes(true);
    const place = { raw, keyIndex: this.#keyIndex, valueIndex: index, position };
    return { frames: this.#frames, depth, tail, inArray, ...place };
  }

  /** Gives a value to the objects that may hold it as a form of their message. */
  hold(value: JsonValue): void {
    const { held } = value;
    if (held === undefined) return;
    for (const frame of near(held.frames, held.depth)) frame.values.push({ path: pathIn(frame, held), value });
  }

  /** Returns the value that a string is; undefined for a fact about another, and for forms behind the first of a table. */
  settle(value: JsonValue): JsonValue | undefined {
    if (value.isLanguage) return value;
    const { held } = value;
    const frame = held?.frames.find(({ shape }) => shape !== undefined);
    if (held && frame?.shape) return entryValue(value, held, frame, frame.shape);
    return this.#others === 'all' || (this.#others === 'keyed' && held?.inArray !== true) ? value : undefined;
  }

  #step(): void {
    const count = this.#counts.at(-1) ?? 0;
    if (this.#counts.length > 0) this.#counts[this.#counts.length - 1] = count + 1;
    if (this.#isArray.at(-1) === true) this.#path[this.#path.length - 1] = String(count);
    for (const frame of near(this.#frames, this.#path.length)) frame.addKey(this.#path.slice(frame.depth));
  }
}

function isSound(table: readonly TableMember[]): boolean {
  const isRead = table.every(({ value }) => value.fault === undefined);
  return isRead && new Set(table.map(({ plural }) => plural)).size === table.length;
}

/** The objects around a depth whose facts may be there, the innermost last. */
function near(frames: readonly Frame[], depth: number): readonly Frame[] {
  let from = frames.length;
  while (from > 0 && depth - (frames[from - 1]?.depth ?? 0) <= maxFactDepth) from -= 1;
  return from === frames.length ? [] : frames.slice(from);
}

/** Keys of a string below an object that is near. */
function pathIn(frame: Frame, { depth, tail }: HeldString): readonly string[] {
  return tail.slice(tail.length - (depth - frame.depth));
}

/** Returns a string as the message of its entry, if it is that. */
function entryValue(value: JsonValue, held: HeldString, frame: Frame, shape: EntryShape): JsonValue | undefined {
  if (held.depth - frame.depth !== shape.path.length + (shape.isTable ? 1 : 0)) return undefined;
  const path = pathIn(frame, held);
  if (!shape.path.every((key, at) => path[at] === key)) return undefined;
  if (!shape.isTable) return { ...value, entry: frame.facts };
  if (!isPluralCategory(path.at(-1) ?? '')) return undefined;
  const table = frame.table(shape);
  if (table.length === 0) return value;
  return table[0]?.value === value ? { ...value, entry: frame.facts, table } : undefined;
}
