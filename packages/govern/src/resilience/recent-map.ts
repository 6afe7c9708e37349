/** A map that forgets what was not used for longest. */
export interface RecentMap<V> {
  /** The value of a key, made if it is not there; it counts as used. */
  use(key: string, make: () => V): V;
  readonly size: number;
}

export function createRecentMap<V>(maxEntries: number): RecentMap<V> {
  const entries = new Map<string, V>();
  return {
    use(key, make) {
      const known = entries.get(key);
      const value = known === undefined ? make() : known;
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.size > maxEntries ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
      return value;
    },
    get size() {
      return entries.size;
    },
  };
}
