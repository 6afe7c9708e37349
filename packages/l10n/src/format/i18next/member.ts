import type { BadValues } from '../bad-value.js';
import { keyMatcher, type KeyMatcher } from '../key-matcher.js';
import { decodeString, escapeStyle } from '../json/json-string.js';
import { KeyPath, type KeyLocation } from '../json/key-path.js';
import type { JsonListener, ScannedString } from '../json/scanner.js';
import type { SourceFault } from '../text/source-fault.js';
import type { I18nextOptions } from './options.js';

/** One string value with its key, by positions in the text. */
export interface Member {
  readonly place: KeyLocation;
  /** The object that holds it, and its number among all values there. */
  readonly object: number;
  readonly position: number;
  /** Undefined in an array. */
  readonly key: string | undefined;
  readonly keyIndex: number;
  readonly valueIndex: number;
  readonly raw: string;
  readonly text: string;
  readonly style: string;
  readonly translatable: boolean;
  /** The reason why the text is raw. */
  readonly fault?: SourceFault;
}

interface Level {
  readonly object: number;
  readonly array: boolean;
  position: number;
}

/** Collects the string values of a file with everything needed to add and remove their neighbours. */
export class MemberCollector implements JsonListener {
  readonly members: Member[] = [];
  readonly #path = new KeyPath();
  readonly #levels: Level[] = [];
  readonly #included: KeyMatcher;
  readonly #excluded: KeyMatcher;
  readonly #bad: BadValues;
  #objects = 0;
  #key = '';
  #keyIndex = 0;

  constructor({ include, exclude }: I18nextOptions, bad: BadValues) {
    this.#bad = bad;
    this.#included = keyMatcher(include);
    this.#excluded = keyMatcher(exclude);
  }

  open(kind: 'object' | 'array'): void {
    this.#path.open(kind);
    this.#step();
    this.#objects += 1;
    this.#levels.push({ object: this.#objects, array: kind === 'array', position: 0 });
  }

  close(): void {
    this.#path.close();
    this.#levels.pop();
  }

  key(raw: string, escaped: boolean, index: number): void {
    this.#key = escaped ? decodeString(raw, index) : raw.slice(1, -1);
    this.#keyIndex = index;
    this.#path.key(this.#key);
  }

  word(): void {
    this.#path.value();
    this.#step();
  }

  string({ raw, escaped, index }: ScannedString): void {
    this.#path.value();
    const level = this.#levels.at(-1);
    const { id, name, documentId } = this.#path;
    const { text, fault } = this.#textOf(raw, escaped, index);
    this.members.push({
      place: { id, name, documentId },
      object: level?.object ?? 0,
      position: level?.position ?? 0,
      key: level === undefined || level.array ? undefined : this.#key,
      keyIndex: this.#keyIndex,
      valueIndex: index,
      raw,
      text,
      style: escapeStyle(raw, escaped),
      translatable: fault === undefined && this.#included(name) && !this.#excluded(name),
      ...(fault === undefined ? {} : { fault }),
    });
    this.#step();
  }

  #textOf(raw: string, escaped: boolean, index: number): { readonly text: string; readonly fault?: SourceFault } {
    return this.#bad.attempt(
      () => ({ text: (escaped ? decodeString(raw, index) : raw.slice(1, -1)).toWellFormed() }),
      (fault) => ({ text: raw.slice(1, -1), fault }),
    );
  }

  #step(): void {
    const level = this.#levels.at(-1);
    if (level) level.position += 1;
  }
}
