import { RecentMap } from '@helve/core';

interface Line<Waiter> {
  readonly owner: string;
  readonly waiting: Set<Waiter>;
}

/**
 * Waiters, served in rotation by owner, so that an owner with many waiters delays nobody else; within one owner, first
 * come, first served.
 *
 *     ada: ① ④ ⑥      served: ① ② ③ ④ ⑤ ⑥
 *     bob: ② ⑤
 *     eve: ③
 */
export class FairQueue<Waiter> {
  /** The queue of the next owner comes first. */
  readonly #lines = new RecentMap<string, Line<Waiter>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(owner: string): number {
    return this.#lines.peek(owner)?.waiting.size ?? 0;
  }

  /** Returns the next waiter among those who may be served now. */
  first(mayBeServed: (waiter: Waiter) => boolean): Waiter | undefined {
    return this.#find(mayBeServed)?.waiter;
  }

  add(owner: string, waiter: Waiter): void {
    const line = this.#lines.peek(owner);
    if (line === undefined) this.#lines.set(owner, { owner, waiting: new Set([waiter]) });
    else line.waiting.add(waiter);
    this.#size += 1;
  }

  /** Removes the next waiter; the next turn is another owner's. */
  take(mayBeServed: (waiter: Waiter) => boolean): Waiter | undefined {
    const found = this.#find(mayBeServed);
    if (found === undefined) return undefined;
    const { line, waiter } = found;
    this.delete(line.owner, waiter);
    if (line.waiting.size > 0) this.#lines.set(line.owner, line);
    return waiter;
  }

  delete(owner: string, waiter: Waiter): void {
    const line = this.#lines.peek(owner);
    if (line?.waiting.delete(waiter) !== true) return;
    this.#size -= 1;
    if (line.waiting.size === 0) this.#lines.delete(owner);
  }

  #find(mayBeServed: (waiter: Waiter) => boolean) {
    for (const [, line] of this.#lines) {
      const [waiter] = line.waiting;
      if (waiter !== undefined && mayBeServed(waiter)) return { line, waiter };
    }
    return undefined;
  }

  /** Returns the waiters of each owner beyond the first `max`. */
  beyond(max: number): readonly Waiter[] {
    return [...this.#lines].flatMap(([, { waiting }]) => (waiting.size > max ? [...waiting].slice(max) : []));
  }
}
