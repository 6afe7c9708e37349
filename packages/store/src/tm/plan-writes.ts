import type { LocaleId } from '@helve/flow';
import type { TmEntry, TmKey, TmKeyRow, TmWrite } from '@helve/l10n';

/** An existing entry with its keys. */
export interface KnownEntry {
  readonly entry: TmEntry;
  readonly keys: readonly TmKeyRow[];
}

export type KeyNumber = Pick<TmKeyRow, 'locale' | 'number'>;

/** The changes of one write to a memory, decided before anything is written. */
export interface WritePlan {
  readonly entries: readonly {
    readonly entry: TmEntry;
    readonly isNew: boolean;
    /** All of its keys, new and old. */
    readonly keys: readonly KeyNumber[];
  }[];
  readonly newKeys: readonly TmKeyRow[];
  readonly goneKeys: readonly KeyNumber[];
  /** The next key number of each locale with new keys. */
  readonly nextKeys: ReadonlyMap<LocaleId, number>;
  /** Changes in the number of entries. */
  readonly byLocale: ReadonlyMap<LocaleId, number>;
  readonly byProject: ReadonlyMap<string, number>;
  readonly count: number;
}

/** Plans to write entries over existing ones; `nextOf` returns the next key number of a locale. */
export function planPut(
  writes: readonly TmWrite[],
  known: ReadonlyMap<string, KnownEntry>,
  nextOf: (locale: LocaleId) => number,
): WritePlan {
  const draft = new Draft(nextOf);
  // When an entry occurs twice in a batch, the last one wins.
  const last = new Map(writes.map((write) => [write.entry.id, write]));
  for (const { entry, keys } of last.values()) draft.put(entry, keys, known.get(entry.id));
  return draft;
}

/** Plans to delete entries. */
export function planDelete(known: Iterable<KnownEntry>): WritePlan {
  const draft = new Draft(() => 0);
  for (const old of known) draft.drop(old);
  return draft;
}

class Draft implements WritePlan {
  readonly entries: WritePlan['entries'][number][] = [];
  readonly newKeys: TmKeyRow[] = [];
  readonly goneKeys: KeyNumber[] = [];
  readonly nextKeys = new Map<LocaleId, number>();
  readonly byLocale = new Map<LocaleId, number>();
  readonly byProject = new Map<string, number>();
  count = 0;
  readonly #nextOf: (locale: LocaleId) => number;

  constructor(nextOf: (locale: LocaleId) => number) {
    this.#nextOf = nextOf;
  }

  put(entry: TmEntry, keys: readonly TmKey[], old: KnownEntry | undefined): void {
    const numbers = old ? this.#replaceKeys(keys, old) : keys.map((key) => this.#addKey(key, entry.id));
    this.entries.push({ entry, isNew: old === undefined, keys: numbers });
    if (old) this.#tally(old.entry, -1);
    this.#tally(entry, 1);
  }

  /** Replaces keys; unchanged keys keep their numbers. */
  #replaceKeys(keys: readonly TmKey[], old: KnownEntry): readonly KeyNumber[] {
    const left = new Map(old.keys.map((key) => [keyName(key), key]));
    const numbers = keys.map((key) => {
      const same = left.get(keyName(key));
      left.delete(keyName(key));
      return same ?? this.#addKey(key, old.entry.id);
    });
    this.goneKeys.push(...left.values());
    return numbers;
  }

  drop({ entry, keys }: KnownEntry): void {
    this.goneKeys.push(...keys);
    this.#tally(entry, -1);
  }

  #addKey(key: TmKey, entry: string): KeyNumber {
    const { locale, tiers, text, hash } = key;
    const number = this.nextKeys.get(locale) ?? this.#nextOf(locale);
    this.nextKeys.set(locale, number + 1);
    const row = { locale, tiers, text, hash, number, entry };
    this.newKeys.push(row);
    return row;
  }

  #tally({ variants, project }: TmEntry, by: 1 | -1): void {
    this.count += by;
    for (const locale of Object.keys(variants)) add(this.byLocale, locale, by);
    if (project !== undefined) add(this.byProject, project, by);
  }
}

function add(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** Returns an identity that ignores the number of a key. */
function keyName({ locale, tiers, hash, text }: TmKey): string {
  return `${locale}\n${tiers}\n${hash}\n${text}`;
}
