import { isPlainObject, type Json } from '@helve/core';
import { compareCodePoints } from '@helve/flow/content';

/** One wording of a text on the other side, and its count. */
export interface Wording {
  readonly text: string;
  readonly count: number;
}

/** Texts of one side by their text on the other. */
export class TextGroups {
  readonly #groups = new Map<string, Map<string, number>>();

  add(key: string, text: string, count = 1): void {
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = new Map()));
    group.set(text, (group.get(text) ?? 0) + count);
  }

  /** Returns the wordings of a text if there are several: the most frequent first, then by text. */
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

  /** Adds the output of `toJson`. */
  addJson(value: Json): void {
    for (const [key, group] of groupEntries(value)) {
      for (const [text, count] of groupEntries(group)) this.add(key, text, Number(count));
    }
  }
}

/** Lists the members of a JSON object. */
export function groupEntries(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isPlainObject(value) ? Object.entries(value as Readonly<Record<string, Json>>) : [];
}
