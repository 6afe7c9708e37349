const BUCKETS = 64;

interface Bucket<T> {
  readonly ids: string[];
  readonly values: T[];
}

/**
 * Finds calls in flight by id. Replaces `Map` for entries that come and go by the thousands: a `Map` leaves outgrown
 * tables behind, each of which keeps its entries alive until the next major garbage collection.
 */
export class IdTable<T> {
  readonly #buckets: readonly Bucket<T>[] = Array.from({ length: BUCKETS }, () => ({ ids: [], values: [] }));
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: string): T | undefined {
    const { ids, values } = this.#bucketOf(id);
    const at = ids.indexOf(id);
    return at < 0 ? undefined : values[at];
  }

  has(id: string): boolean {
    return this.#bucketOf(id).ids.includes(id);
  }

  set(id: string, value: T): void {
    const { ids, values } = this.#bucketOf(id);
    const known = ids.indexOf(id);
    const at = known < 0 ? ids.push(id) - 1 : known;
    values[at] = value;
    if (known < 0) this.#size += 1;
  }

  delete(id: string): void {
    const { ids, values } = this.#bucketOf(id);
    const at = ids.indexOf(id);
    if (at < 0) return;
    const [lastId, lastValue] = [ids.pop(), values.pop()];
    if (at < ids.length && lastId !== undefined) {
      ids[at] = lastId;
      values[at] = lastValue as T;
    }
    this.#size -= 1;
  }

  values(): T[] {
    return this.#buckets.flatMap(({ values }) => values);
  }

  /** Hashes the end of an id, where ids differ. */
  #bucketOf(id: string): Bucket<T> {
    const end = id.length;
    const hash = id.charCodeAt(end - 1) + 31 * id.charCodeAt(end - 2);
    // Missing characters of a short id count as 0.
    return this.#buckets[hash & (BUCKETS - 1)] as Bucket<T>;
  }
}
