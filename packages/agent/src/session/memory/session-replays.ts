import { RecentMap } from '@helve/core';
import type { ReplayRecord } from '../../contract/session-store.js';
import type { Replays } from '../../contract/turn-stores.js';

interface Entry {
  readonly holder: string;
  readonly argumentsDigest: string;
  readonly turn: number;
  readonly endsAtMs: number;
  readonly answer?: ReplayRecord['answer'];
}

const maxReplays = 100;

/** Results of a session by key. A hit repeats its output, never its intents: those were applied once. */
export class SessionReplays implements Replays {
  readonly #entries = new RecentMap<string, Entry>();
  readonly #turn: () => number;

  constructor(turn: () => number) {
    this.#turn = turn;
  }

  async begin({ key, holder, argumentsDigest, leaseMs, nowMs, takeOver }: Parameters<Replays['begin']>[0]) {
    const entry = this.#entries.peek(key);
    if (entry !== undefined && (entry.answer === undefined || entry.endsAtMs > nowMs)) {
      if (entry.argumentsDigest !== argumentsDigest) return { state: 'conflict' } as const;
      if (entry.answer !== undefined) {
        return { state: 'done', answer: { output: structuredClone(entry.answer.output), intents: [] } } as const;
      }
      if (entry.endsAtMs > nowMs) return { state: 'running' } as const;
      if (!takeOver) return { state: 'lost' } as const;
    }
    this.#set(key, { holder, argumentsDigest, turn: this.#turn(), endsAtMs: nowMs + leaseMs });
    return { state: 'started' } as const;
  }

  async renew(key: string, holder: string, leaseMs: number, nowMs: number): Promise<boolean> {
    const entry = this.#heldBy(holder, key);
    if (entry !== undefined) this.#entries.set(key, { ...entry, endsAtMs: nowMs + leaseMs });
    return entry !== undefined;
  }

  async complete(
    key: string,
    holder: string,
    answer: ReplayRecord['answer'],
    ttlMs: number,
    nowMs: number,
  ): Promise<boolean> {
    const entry = this.#heldBy(holder, key);
    if (entry !== undefined) this.#set(key, { ...entry, answer: structuredClone(answer), endsAtMs: nowMs + ttlMs });
    return entry !== undefined;
  }

  async free(key: string, holder: string): Promise<void> {
    if (this.#heldBy(holder, key) !== undefined) this.#entries.delete(key);
  }

  /** Returns the results that have not expired. */
  kept(nowMs: number): readonly ReplayRecord[] {
    return [...this.#entries].flatMap(([key, { argumentsDigest, answer, turn, endsAtMs }]) =>
      answer === undefined || endsAtMs <= nowMs ? [] : [{ key, argumentsDigest, answer, turn, expiresAtMs: endsAtMs }],
    );
  }

  /** Replaces all results. */
  restore(replays: readonly ReplayRecord[]): void {
    this.#entries.clear();
    for (const { key, expiresAtMs, ...replay } of replays)
      this.#entries.set(key, { ...replay, holder: '', endsAtMs: expiresAtMs });
  }

  #heldBy(holder: string, key: string): Entry | undefined {
    const entry = this.#entries.peek(key);
    return entry?.holder === holder && entry.answer === undefined ? entry : undefined;
  }

  /** Adds an entry as the newest; a running one is never dropped, so that nobody starts it again. */
  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    if (this.#entries.size <= maxReplays) return;
    for (const [oldest, { answer }] of this.#entries) {
      if (answer !== undefined) return void this.#entries.delete(oldest);
    }
  }
}
