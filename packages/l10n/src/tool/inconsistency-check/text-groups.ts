import { textHash } from '@helve/flow/content';
import type { Conflicts } from './conflicts.js';
import { PackedTexts } from './packed-texts.js';
import { PairCounts } from './pair-counts.js';

/** Most characters of a wording that are kept. */
const maxText = 60;

/** One wording in conflict: the hash of its text, its own hash, and how it begins. */
export type ShownWording = readonly [key: number, wording: number, shown: string];

/**
 * Wordings of texts on the other side. A catalog has many texts and few conflicts: of each text only its hash is kept,
 * with the hash of its wording, their count, and the beginning of the wording.
 */
export class TextGroups {
  readonly counts: PairCounts = new PairCounts();
  readonly #texts = new PackedTexts();

  add(key: string, text: string): void {
    const row = this.counts.add(textHash(key), textHash(text));
    if (row === this.#texts.size) this.#texts.add(toShown(text));
  }

  /** Lists the wordings that are in conflict. */
  shownIn(conflicts: Conflicts): readonly ShownWording[] {
    const list: ShownWording[] = [];
    for (let row = 0; row < this.counts.size; row += 1) {
      const key = this.counts.oneAt(row);
      if (conflicts.has(key)) list.push([key, this.counts.otherAt(row), this.#texts.at(row)]);
    }
    return list;
  }
}

/** Marks the beginning of a text: `=The text`, or `>The beginning` of a long one. */
function toShown(text: string): string {
  return text.length <= maxText ? `=${text}` : `>${text.slice(0, maxText - 1).toWellFormed()}`;
}
