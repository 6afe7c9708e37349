import type { Json } from '@helve/core';
import { compareCodePoints, textHash } from '@helve/flow/content';

/** One wording of a text on the other side, and its count. */
export interface Wording {
  /** Its text, or the beginning of a long one. */
  readonly text: string;
  readonly isWhole: boolean;
  readonly count: number;
}

/** Most characters of a wording that are kept. */
const maxText = 60;

/**
 * Wordings of texts on the other side. A catalog has many texts and few conflicts: of each text only its hash is kept,
 * with the beginning of its wording, and counts of those alone that occur again.
 */
export class TextGroups {
  readonly #first = new Map<number, string>();
  readonly #counts = new Map<number, Map<string, number>>();

  add(key: string, text: string): void {
    this.#add(textHash(key), toWording(text), 1);
  }

  #add(key: number, wording: string, count: number): void {
    const first = this.#first.get(key);
    if (first === undefined) this.#first.set(key, wording);
    if (first === undefined && count === 1) return;
    let counts = this.#counts.get(key);
    if (counts === undefined) this.#counts.set(key, (counts = new Map(first === undefined ? [] : [[first, 1]])));
    counts.set(wording, (counts.get(wording) ?? 0) + count);
  }

  /** Returns the wordings of a text if there are several: the most frequent first, then by text. */
  conflictOf(key: string): readonly Wording[] | undefined {
    const counts = this.#counts.get(textHash(key));
    if (counts === undefined || counts.size < 2) return undefined;
    return [...counts]
      .map(([wording, count]) => fromWording(wording, count))
      .sort((one, other) => other.count - one.count || compareCodePoints(one.text, other.text));
  }

  /** Lists keys, wordings and counts in a row, or only those of texts with several wordings. */
  toJson(onlyConflicts = false): Json {
    const list: (number | string)[] = [];
    for (const [key, first] of this.#first) {
      const counts = this.#counts.get(key);
      if (counts === undefined && !onlyConflicts) list.push(key, first, 1);
      if (counts === undefined || (onlyConflicts && counts.size < 2)) continue;
      for (const [wording, count] of counts) list.push(key, wording, count);
    }
    return list;
  }

  /** Adds the output of `toJson`. */
  addJson(value: Json): void {
    const list = listOf(value);
    for (let at = 0; at < list.length; at += 3) this.#add(Number(list[at]), textOf(list[at + 1]), Number(list[at + 2]));
  }
}

/** Joins what tells a wording apart with the beginning of its text: `1a2b=The text`, or `1a2b>The beginning`. */
function toWording(text: string): string {
  const isWhole = text.length <= maxText;
  const shown = isWhole ? text : text.slice(0, maxText - 1).toWellFormed();
  // A copy, since a part of a text would keep all of it in memory.
  return Buffer.from(`${textHash(text).toString(36)}${isWhole ? '=' : '>'}${shown}`).toString();
}

function fromWording(wording: string, count: number): Wording {
  const at = wording.search(/[=>]/);
  const isWhole = wording.charAt(at) === '=';
  return { text: wording.slice(at + 1) + (isWhole ? '' : '…'), isWhole, count };
}

/** Returns a list of JSON; empty for another value. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Returns a text of JSON; empty for another value. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
