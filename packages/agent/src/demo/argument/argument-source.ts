import { readTextValues, withoutValues, type TextValue, type ValueKind } from './text-values.js';
import { isCommand, sentenceRest } from './sentence-rest.js';

/** A value in quotes, or a word without the punctuation that ends its sentence. */
const namedValue = /^(?:"([^"]*)"|“([^”]*)”|([^\s,;]+?)(?=[.:!?)]*(?:[\s,;]|$)))/;

/** A sentence that supplies arguments: each value goes to one argument only. */
export class ArgumentSource {
  readonly text: string;
  readonly now: Date;
  readonly #values: readonly TextValue[];
  readonly #used = new Set<TextValue>();
  readonly #toolWords: ReadonlySet<string>;
  readonly #usedPositions = new Set<number>();

  constructor(text: string, now: Date, toolWords: ReadonlySet<string>) {
    this.text = text;
    this.now = now;
    this.#values = readTextValues(text, now);
    this.#toolWords = toolWords;
  }

  /** Takes the next unused value of a kind that passes the check. */
  take(kind: ValueKind, fits: (value: string | number) => boolean = () => true): string | number | undefined {
    const found = this.#values.find((value) => value.kind === kind && !this.#used.has(value) && fits(value.value));
    if (found !== undefined) this.#used.add(found);
    return found?.value;
  }

  takeAll(kind: ValueKind): readonly (string | number)[] {
    const all: (string | number)[] = [];
    for (let value = this.take(kind); value !== undefined; value = this.take(kind)) all.push(value);
    return all;
  }

  /** Takes a value written as `name: value` or `name=value`; a number or a quoted text may follow the name directly. */
  takeNamed(name: string): string | undefined {
    const words = name.replaceAll(/([a-z])([A-Z])|[_-]+/g, '$1 $2').trim();
    const label = words.replaceAll(/\s+/g, '[ _-]?').replaceAll(/[^\w[\]?\- ]/g, '.');
    const pattern = new RegExp(
      String.raw`\b${label}\s*(?:[:=]\s*|(?=["“\d]|\s+(?:of |is |to )?["“\d]))(?:\s*(?:of|is|to)\s+)?`,
      'i',
    );
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    const start = match.index + match[0].length;
    const value = namedValue.exec(this.text.slice(start));
    if (value === null) return undefined;
    this.#useWithin(start, start + value[0].length);
    return value[1] ?? value[2] ?? value[3];
  }

  /** Returns the single words of the text, without surrounding punctuation. */
  words(): readonly string[] {
    return this.text.split(/\s+/).map((word) => word.replace(/^["'“(]+|["'”).,;:!?]+$/g, ''));
  }

  /** True when a word only says which tool is meant. */
  isCommand(word: string): boolean {
    return isCommand(word, this.#toolWords);
  }

  /** Finds the words of a name or value in the text. */
  mentions(phrase: string): RegExpExecArray | null {
    const words = phrase.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[\s_-]+/);
    const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped.join(String.raw`[\s_-]?`)}(?![\p{L}\p{N}])`, 'iu').exec(
      this.text,
    );
  }

  /** True when the word at this position serves another argument. */
  isUsed(position: number): boolean {
    return this.#usedPositions.has(position);
  }

  usePosition(position: number): void {
    this.#usedPositions.add(position);
  }

  /** Returns the subject of the sentence; with `includeUnused`, including the values that no argument took. */
  rest(includeUnused: boolean): string {
    return sentenceRest(withoutValues(this.text, includeUnused ? this.#used : this.#values), this.#toolWords);
  }

  #useWithin(from: number, to: number): void {
    for (const value of this.#values) {
      if (value.places.some(([start, end]) => start < to && from < end)) this.#used.add(value);
    }
  }
}
