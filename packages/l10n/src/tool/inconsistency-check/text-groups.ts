import { isPlainObject, type Json } from '@helve/core';
import { compareCodePoints } from '@helve/flow';

/** One way in which a text was written on the other side, and how often. */
export interface Wording {
  readonly text: string;
  readonly count: number;
}

/** Texts of one side by the text that they stand for on the other. */
export class TextGroups {
  readonly #groups = new Map<string, Map<string, number>>();

  add(key: string, text: string, count = 1): void {
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = new Map()));
    group.set(text, (group.get(text) ?? 0) + count);
  }

  /** The wordings of a text when there are several: the most frequent first, then by text. */
  conflictOf(key: string): readonly Wording[] | undefined {
    const group = this.#groups.get(key);
    if (group === undefined || group.size < 2) return undefined;
    return [...group]
      .map(([text, count]) => ({ text, count }))
      .sort((one, other) => other.count - one.count || compareCodePoints(one.text, other.text));
  }

  toJson(): Json {
    return Object.fromEntries([...this.#groups].map(([key, group]) => [key, Object.fromEntries(group)]));
  }

  /** Adds what `toJson` gave. */
  addJson(value: Json): void {
    for (const [key, group] of groupEntries(value)) {
      for (const [text, count] of groupEntries(group)) this.add(key, text, Number(count));
    }
  }
}

/** The members of an object of JSON. */
export function groupEntries(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isPlainObject(value) ? Object.entries(value as Readonly<Record<string, Json>>) : [];
}
