import { type Json } from '@helve/core';
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

  /** Lists the groups, or only those with several wordings. */
  toJson(onlyConflicts = false): Json {
    const groups = [...this.#groups].filter(([, group]) => !onlyConflicts || group.size > 1);
    return groups.map(([key, group]) => [key, [...group].flat()]);
  }

  /** Adds the output of `toJson`. */
  addJson(value: Json): void {
    for (const [key, wordings] of listOf(value).map(listOf)) {
      const list = listOf(wordings);
      for (let at = 0; at < list.length; at += 2) this.add(textOf(key), textOf(list[at]), Number(list[at + 1]));
    }
  }
}

/** Returns a list of JSON; empty for another value. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Returns a text of JSON; empty for another value. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
