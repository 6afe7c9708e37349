import { RecentMap } from '../time/recent-map.js';

const MAX_SELECTIONS = 64;

/** Keeps lists that were made for certain arguments, so that the same arguments give the same list and cost a lookup. */
export class ListCache<Value> {
  readonly #lists = new Map<string, Map<unknown, Map<string | undefined, Value>>>();
  readonly #selections = new RecentMap<string, Value>(MAX_SELECTIONS);

  /** A list of everything, of which there are few. */
  whole(provider: string, strict: unknown, mode: string | undefined, make: () => Value): Value {
    const byStrict = within(this.#lists, provider);
    const byMode = within(byStrict, strict);
    const known = byMode.get(mode);
    if (known !== undefined) return known;
    const made = make();
    byMode.set(mode, made);
    return made;
  }

  /** A list of some, of which there can be any number: the latest are kept. */
  selection(key: string, make: () => Value): Value {
    return this.#selections.use(key, make);
  }
}

function within<Key, Inner, Value>(map: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = new Map<Inner, Value>();
  map.set(key, made);
  return made;
}
