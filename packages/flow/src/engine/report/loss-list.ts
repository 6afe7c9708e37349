import type { ContentLoss, LossKind, LossNote } from '../../contract/loss.js';

/** So many losses are listed; all are counted. */
const LISTED = 10_000;

/** Losses of one document in one stage. */
export class LossList {
  readonly list: ContentLoss[] = [];
  readonly counts: { [kind in LossKind]?: number } = {};
  readonly #document: string;
  readonly #step: string;

  /** `step` is the node of a step; empty for readers and writers. */
  constructor(document: string, step = '') {
    this.#document = document;
    this.#step = step;
  }

  /** Several lists as one, in their order. */
  static joined(document: string, lists: readonly LossList[]): LossList {
    const all = new LossList(document);
    for (const { list, counts } of lists) {
      for (const loss of list) all.list.push(loss);
      for (const [kind, count] of Object.entries(counts)) all.#count(kind as LossKind, count);
    }
    return all;
  }

  readonly add = ({ kind, detail, block }: LossNote & { readonly block?: string }): void => {
    this.#count(kind, 1);
    if (this.list.length >= LISTED) return;
    const location = block === undefined ? {} : { block };
    this.list.push({ kind, document: this.#document, ...location, step: this.#step, detail });
  };

  #count(kind: LossKind, more: number): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + more;
  }
}
