interface Entry<Key, Value> {
  readonly key: Key;
  value: Value;
  older: Entry<Key, Value> | undefined;
  newer: Entry<Key, Value> | undefined;
}

/**
 * A map in order of last use: beyond `maxEntries` the entry idle longest goes. Every operation takes the same time at any
 * size; a plain `Map` that deletes and sets again has to step over what it deleted to find its oldest key.
 *
 *     #oldest ⇄ entry ⇄ entry ⇄ #newest
 */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Entry<Key, Value>>();
  readonly #maxEntries: number;
  #oldest: Entry<Key, Value> | undefined;
  #newest: Entry<Key, Value> | undefined;

  constructor(maxEntries = Number.POSITIVE_INFINITY) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** The value idle longest. */
  get oldest(): Value | undefined {
    return this.#oldest?.value;
  }

  /** Looks without using: the order stays. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Gives a value and makes it the newest. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#renew(entry);
    return entry?.value;
  }

  /** Keeps a value as the newest. */
  set(key: Key, value: Value): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return this.#add(key, value);
    entry.value = value;
    this.#renew(entry);
  }

  /** Gives the value of a key as the newest, and makes it where there is none. */
  use(key: Key, make: () => Value): Value {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#renew(entry);
      return entry.value;
    }
    const value = make();
    this.#add(key, value);
    return value;
  }

  delete(key: Key): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#entries.delete(key);
    this.#unlink(entry);
    return true;
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = this.#newest = undefined;
  }

  /** Idle longest first. Entries may be deleted meanwhile. */
  *[Symbol.iterator](): Generator<readonly [Key, Value]> {
    let entry = this.#oldest;
    while (entry !== undefined) {
      const { newer } = entry;
      yield [entry.key, entry.value];
      entry = newer;
    }
  }

  #add(key: Key, value: Value): void {
    const entry: Entry<Key, Value> = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#append(entry);
    if (this.#entries.size > this.#maxEntries && this.#oldest !== undefined) this.delete(this.#oldest.key);
  }

  #renew(entry: Entry<Key, Value>): void {
    if (entry === this.#newest) return;
    this.#unlink(entry);
    this.#append(entry);
  }

  #append(entry: Entry<Key, Value>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry<Key, Value>): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }
}
