import type { BadValues } from '../bad-value.js';
import type { SubfilterRule } from '../format-option.js';
import { keyMatcher, type KeyMatcher } from '../key-matcher.js';
import { compileSubfilters, type SubfilterOf } from '../read-embedded.js';
import type { SourceFault } from '../text/source-fault.js';
import { EntryTracker, type EntryFacts, type HeldString, type TableMember } from './entry-tracker.js';
import { decodeString, escapeStyle } from './json-string.js';
import { KeyPath, type KeyLocation } from './key-path.js';
import type { JsonOptions } from './options.js';
import { JsonFault, type JsonListener, type ScannedString } from './scanner.js';
import { compileSiblings, type SiblingPlan, type Siblings } from './sibling-rule.js';

/** A string value that becomes a block or a layer. */
export interface JsonValue extends KeyLocation {
  readonly text: string;
  readonly repaired: boolean;
  readonly style: string;
  readonly start: number;
  readonly end: number;
  readonly translatable: boolean;
  /** True for the value that names the language of the file. */
  readonly isLanguage: boolean;
  /** The reason why the text is raw. */
  readonly fault: SourceFault | undefined;
  readonly subfilter: SubfilterRule | undefined;
  readonly siblings: Siblings | undefined;
  /** The scalars of the object that holds the value, if siblings are needed. */
  readonly beside: ObjectValues | undefined;
  /** The objects around it, if they may be entries. */
  readonly held?: HeldString | undefined;
  /** Facts of the entry whose message it is. */
  readonly entry?: EntryFacts | undefined;
  /** The forms of the entry, of which it is the first. */
  readonly table?: readonly TableMember[];
}

interface ObjectValues {
  readonly values: Map<string, string>;
  /** Keys whose values become neither blocks nor layers. */
  readonly left: Set<string>;
  open: boolean;
}

/** Collects the string values of a scanner until they are taken. */
export class ValueCollector implements JsonListener {
  readonly #path = new KeyPath();
  readonly #options: JsonOptions;
  readonly #bad: BadValues;
  readonly #included: KeyMatcher;
  readonly #excluded: KeyMatcher;
  readonly #subfilterOf: SubfilterOf | undefined;
  readonly #siblings: SiblingPlan | undefined;
  readonly #entries: EntryTracker | undefined;
  readonly #objects: (ObjectValues | undefined)[] = [];
  #key = '';
  #ready: JsonValue[] = [];

  constructor(options: JsonOptions, bad: BadValues) {
    this.#options = options;
    this.#bad = bad;
    this.#included = keyMatcher(options.include);
    this.#excluded = keyMatcher(options.exclude);
    this.#subfilterOf = compileSubfilters(options.subfilters);
    this.#siblings = compileSiblings(options);
    this.#entries = EntryTracker.of(options);
  }

  /** Returns the values whose siblings and entries are known, in order. */
  take(): readonly JsonValue[] {
    const ready = this.#ready;
    const waiting = this.#siblings || this.#entries ? ready.findIndex(isWaiting) : -1;
    this.#ready = waiting < 0 ? [] : ready.slice(waiting);
    const settled = waiting < 0 ? ready : ready.slice(0, waiting);
    return this.#entries ? settled.flatMap((value) => this.#entries?.settle(value) ?? []) : settled;
  }

  open(kind: 'object' | 'array'): void {
    this.#path.open(kind);
    this.#entries?.open(kind, this.#path);
    if (this.#siblings)
      this.#objects.push(kind === 'object' ? { values: new Map(), left: new Set(), open: true } : undefined);
  }

  close(): void {
    this.#path.close();
    this.#entries?.close();
    const closed = this.#objects.pop();
    if (closed) closed.open = false;
  }

  key(raw: string, escaped: boolean, index: number): void {
    this.#key = escaped ? decodeString(raw, index) : raw.slice(1, -1);
    this.#path.key(this.#key);
    this.#entries?.key(this.#key, index);
  }

  word(raw: string): void {
    this.#path.value();
    this.#entries?.word();
    const object = this.#objects.at(-1);
    object?.values.set(this.#key, raw);
    object?.left.add(this.#key);
  }

  string(value: ScannedString): void {
    this.#path.value();
    const { id, name, documentId } = this.#path;
    const { read, text, fault } = this.#textOf(value);
    const beside = this.#objects.at(-1);
    beside?.values.set(this.#key, text);
    const held = this.#entries?.string(value, text);
    const isLanguage = name === this.#options.languageKey && name !== '';
    const translatable = fault === undefined && this.#isTranslatable(name, beside !== undefined);
    if (!translatable && !isLanguage && fault === undefined && !this.#options.extractNonTranslatable)
      return void beside?.left.add(this.#key);
    const found: JsonValue = {
      id,
      name,
      documentId,
      text,
      repaired: text !== read,
      style: escapeStyle(value.raw, value.escaped),
      start: value.start,
      end: value.end,
      translatable,
      isLanguage,
      fault,
      subfilter: translatable ? this.#subfilterOf?.(name) : undefined,
      siblings: beside && this.#siblings?.of(name, this.#key),
      beside,
      held,
    };
    this.#ready.push(found);
    this.#entries?.hold(found);
  }

  #textOf(value: ScannedString): { readonly read: string; readonly text: string; readonly fault?: SourceFault } {
    if (!value.escaped) {
      const text = value.raw.slice(1, -1);
      return { read: text, text };
    }
    const raw = value.raw.slice(1, -1);
    return this.#bad.attempt(
      () => {
        const read = decodeString(value.raw, value.index);
        return { read, text: this.#wellFormed(read, value.index) };
      },
      (fault) => ({ read: raw, text: raw, fault }),
    );
  }

  #wellFormed(text: string, index: number): string {
    if (text.isWellFormed()) return text;
    if (this.#options.loneSurrogates === 'refuse') throw new JsonFault('an escape is half of a surrogate pair', index);
    return text.toWellFormed();
  }

  #isTranslatable(name: string, inObject: boolean): boolean {
    if (!this.#included(name) || this.#excluded(name)) return false;
    return !(inObject && this.#siblings?.isSibling(this.#key));
  }
}

function isWaiting({ siblings, beside, held }: JsonValue): boolean {
  return (siblings !== undefined && beside?.open === true) || held?.frames.some(({ isOpen }) => isOpen) === true;
}
