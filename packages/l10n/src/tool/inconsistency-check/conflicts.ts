import { compareCodePoints, textHash } from '@helve/flow/content';
import { eachRow, keysInConflict, type CountRows } from './keys-in-conflict.js';

/** One wording of a text on the other side, and its count. */
export interface Wording {
  /** Its text, or the beginning of a long one. */
  readonly text: string;
  readonly isWhole: boolean;
  readonly count: number;
}

interface CountedWording {
  readonly count: number;
  shown: string;
}

/** The texts that have several wordings, by their hashes. */
export class Conflicts {
  readonly #groups = new Map<number, Map<number, CountedWording>>();

  constructor(documents: readonly CountRows[]) {
    const keys = keysInConflict(documents);
    eachRow(documents, (key, wording, count) => {
      if (keys.has(key)) this.#add(key, wording, count);
    });
  }

  get size(): number {
    return this.#groups.size;
  }

  has(key: number): boolean {
    return this.#groups.has(key);
  }

  /** Returns the wordings of a text if there are several: the most frequent first, then by text. */
  of(key: string): readonly Wording[] | undefined {
    const group = this.#groups.get(textHash(key));
    if (group === undefined) return undefined;
    return [...group.values()]
      .map(toWording)
      .sort((one, other) => other.count - one.count || compareCodePoints(one.text, other.text));
  }

  /** Sets how a wording begins. */
  show(key: number, wording: number, shown: string): void {
    const counted = this.#groups.get(key)?.get(wording);
    if (counted !== undefined) counted.shown = shown;
  }

  /** Lists hashes and counts as `PairCounts` does. */
  toJson(): CountRows {
    return [...this.#groups].flatMap(([key, group]) =>
      [...group].flatMap(([wording, { count }]) => [key, wording, count]),
    );
  }

  #add(key: number, wording: number, count: number): void {
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = new Map()));
    const before = group.get(wording)?.count ?? 0;
    group.set(wording, { count: before + count, shown: '' });
  }
}

function toWording({ count, shown }: CountedWording): Wording {
  const isWhole = shown.startsWith('=');
  return { text: shown.slice(1) + (isWhole ? '' : '…'), isWhole, count };
}
