import type { Json, Semaphore } from '@helve/core';

/** Where documents of a run wait for each other. */
export interface BarrierHub {
  /** Hands in what one document has gathered for one step; answers with that of all, in input order. */
  meet(barrier: string, document: number, snapshot: Json): Promise<readonly Json[]>;
}

/** Condenses the snapshots of all documents at a barrier. */
export type ReduceSnapshots = (barrier: string, all: readonly Json[]) => readonly Json[];

interface Meeting {
  readonly snapshots: Map<number, Json>;
  readonly waiting: { readonly resolve: (all: readonly Json[]) => void; readonly reject: (reason: unknown) => void }[];
}

/** Lets every document of a run come to a step before the first goes on; documents that ended early are not waited for. */
export class RunBarrier implements BarrierHub {
  readonly #expected: Set<number>;
  readonly #absent: readonly ReadonlySet<string>[];
  readonly #permits: Semaphore;
  readonly #reduce: ReduceSnapshots;
  readonly #meetings = new Map<string, Meeting>();

  /** For each document, the places that it never comes to; `reduce` condenses what all have gathered for a step. */
  constructor(absent: readonly ReadonlySet<string>[], permits: Semaphore, reduce: ReduceSnapshots = (_, all) => all) {
    this.#expected = new Set(absent.keys());
    this.#absent = absent;
    this.#permits = permits;
    this.#reduce = reduce;
  }

  /** While it waits, a document leaves its place to others, since all of them have to come this far. */
  async meet(barrier: string, document: number, snapshot: Json): Promise<readonly Json[]> {
    const meeting: Meeting = this.#meetings.get(barrier) ?? { snapshots: new Map(), waiting: [] };
    this.#meetings.set(barrier, meeting);
    meeting.snapshots.set(document, snapshot);
    const all = new Promise<readonly Json[]>((resolve, reject) => meeting.waiting.push({ resolve, reject }));
    this.#settle(barrier, meeting);
    this.#permits.release();
    const result = await all;
    await this.#permits.acquire();
    return result;
  }

  /** A document that is over, well or not, is no longer waited for. */
  leave(document: number): void {
    this.#expected.delete(document);
    for (const [barrier, meeting] of this.#meetings) this.#settle(barrier, meeting);
  }

  /** Nobody waits any longer. */
  abort(reason: unknown): void {
    for (const { waiting } of this.#meetings.values()) for (const { reject } of waiting.splice(0)) reject(reason);
  }

  #settle(barrier: string, { snapshots, waiting }: Meeting): void {
    const isMissing = (document: number) => !snapshots.has(document) && this.#absent[document]?.has(barrier) !== true;
    if ([...this.#expected].some(isMissing)) return;
    if (waiting.length === 0) return;
    const all = [...snapshots].toSorted(([a], [b]) => a - b).map(([, snapshot]) => snapshot);
    const documents = waiting.splice(0);
    // Whoever comes again is in another round.
    this.#meetings.delete(barrier);
    try {
      const reduced = this.#reduce(barrier, all);
      for (const { resolve } of documents) resolve(reduced);
    } catch (error) {
      for (const { reject } of documents) reject(error);
    }
  }
}
