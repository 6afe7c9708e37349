import type { ContentLoss } from '@helve/flow';

/** Losses of one document, counted by kind and by what was lost. */
export class LossCounts {
  readonly #document: string;
  readonly #counts = new Map<string, { readonly kind: ContentLoss['kind']; readonly what: string; count: number }>();

  constructor(document: string) {
    this.#document = document;
  }

  add(kind: ContentLoss['kind'], what: string, count = 1): void {
    if (count === 0) return;
    const key = `${kind} ${what}`;
    const known = this.#counts.get(key) ?? { kind, what, count: 0 };
    known.count += count;
    this.#counts.set(key, known);
  }

  all(): readonly ContentLoss[] {
    return [...this.#counts.values()].map(({ kind, what, count }) => ({
      kind,
      document: this.#document,
      step: 'convert',
      detail: { what, count },
    }));
  }
}
