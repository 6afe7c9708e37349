import type { LocaleId } from '@helve/flow';
import { addCandidates, type Candidate, type LoadedBlock, type Probe } from './candidate.js';
import { BLOCK_KEYS, type TmKeyRow, type TmStorage } from './contract.js';
import { indexBlock, indexLengths, readGroup, readLengths } from './gram-block.js';

/** Below this number, new keys are scanned one by one. */
const FEW_KEYS = 1024;
/** Maximum number of texts kept; beyond it, all are read again. */
const MAX_TEXTS = 2_000_000;

/**
 * The keys of one locale as a search needs them. It reads from the storage on demand and keeps the result: full blocks
 * never change, the rest is followed by revision.
 *
 *     full blocks, from the storage │ the rest, indexed here │ the newest, one by one
 */
export interface LocaleIndex {
  /** Reads the changes since; afterwards the index is at this revision or a later one. */
  refresh(revision: number): Promise<void>;
  /** Returns the keys that may reach the score, unordered; a fast search leaves out unlikely ones. */
  candidates(probe: Probe, minScore: number, recall: 'exact' | 'fast'): Promise<Candidate[]>;
  /** Loads the texts and entries of candidates into their blocks; deleted ones have none. */
  loadTexts(candidates: readonly Candidate[]): Promise<void>;
}

/** Keys of one block that the storage has not indexed. */
interface LooseKeys {
  readonly rows: TmKeyRow[];
  indexed?: LoadedBlock;
  newest?: LoadedBlock;
}

export function createLocaleIndex(storage: TmStorage, locale: LocaleId): LocaleIndex {
  const full = new Map<number, LoadedBlock>();
  const loose = new Map<number, LooseKeys>();
  let deleted: ReadonlySet<number> = new Set();
  let next = 0;
  let known = -1;
  let textCount = 0;
  let refreshing: Promise<void> = Promise.resolve();

  async function follow(revision: number): Promise<void> {
    if (revision === known) return;
    const { keys, deleted: gone, blocks } = await storage.lengths(locale, full.size);
    for (const { block, lengths } of blocks) {
      // A block that became full before its predecessor waits for it.
      if (block !== full.size) break;
      full.set(block, { block, ...readLengths(lengths, block * BLOCK_KEYS), groups: [], texts: [], entries: [] });
      loose.delete(block);
    }
    deleted = new Set(gone);
    next = Math.max(next, full.size * BLOCK_KEYS);
    addLoose(await storage.keyRange(locale, next, keys));
    next = Math.max(next, keys);
    known = revision;
  }

  function addLoose(rows: readonly TmKeyRow[]): void {
    const changed = new Set<number>();
    for (const row of rows) {
      const block = Math.floor(row.number / BLOCK_KEYS);
      const keys = loose.get(block) ?? { rows: [] };
      keys.rows.push(row);
      loose.set(block, keys);
      changed.add(block);
    }
    for (const block of changed) {
      const keys = loose.get(block);
      if (keys !== undefined) indexLoose(block, keys);
    }
  }

  async function loadPostings({ groups, block }: LoadedBlock, probe: Probe): Promise<void> {
    if (groups === null) return;
    const missing = probe.groups.filter((group) => groups[group] === undefined);
    if (missing.length === 0) return;
    const found = await storage.postings(locale, block, missing);
    for (const [index, group] of missing.entries()) {
      const bytes = found[index];
      if (bytes !== undefined) groups[group] = readGroup(bytes);
    }
  }

  function forgetTexts(): void {
    for (const { texts, entries } of full.values()) texts.length = entries.length = 0;
    textCount = 0;
  }

  return {
    refresh(revision) {
      refreshing = refreshing.then(() => follow(revision));
      return refreshing;
    },
    async candidates(probe, minScore, recall) {
      const found: Candidate[] = [];
      for (const block of full.values()) {
        await loadPostings(block, probe);
        addCandidates(found, block, probe, minScore, recall);
      }
      for (const { indexed, newest } of loose.values()) {
        if (indexed !== undefined) addCandidates(found, indexed, probe, minScore, recall);
        if (newest !== undefined) addCandidates(found, newest, probe, minScore, recall);
      }
      if (deleted.size === 0) return found;
      return found.filter(({ block, rank }) => !deleted.has(block.numbers[rank] ?? -1));
    },
    async loadTexts(candidates) {
      const missing = candidates.filter(({ block, rank }) => block.texts[rank] === undefined);
      if (missing.length === 0) return;
      const byNumber = new Map(missing.map((one) => [one.block.numbers[one.rank] ?? -1, one]));
      const rows = await storage.keys(locale, [...byNumber.keys()]);
      textCount += rows.length;
      if (textCount > MAX_TEXTS) forgetTexts();
      for (const row of rows) {
        const candidate = byNumber.get(row.number);
        if (candidate !== undefined) keepText(candidate.block, candidate.rank, row);
      }
    },
  };
}

function keepText({ texts, entries }: LoadedBlock, rank: number, { text, entry }: TmKeyRow): void {
  texts[rank] = text;
  entries[rank] = entry;
}

/** Indexes loose keys again when many have come, and keeps the others apart. */
function indexLoose(block: number, keys: LooseKeys): void {
  const { rows, indexed } = keys;
  if (rows.length - (indexed?.size ?? 0) >= FEW_KEYS) {
    const { lengths, postings } = indexBlock(block, rows);
    keys.indexed = loadRows(block, rows, lengths, postings.map(readGroup));
  }
  const rest = rows.slice(keys.indexed?.size ?? 0);
  if (rest.length === 0) delete keys.newest;
  else keys.newest = loadRows(block, rest, indexLengths(rest), null);
}

function loadRows(
  block: number,
  rows: readonly TmKeyRow[],
  lengths: Uint8Array,
  groups: LoadedBlock['groups'],
): LoadedBlock {
  const made = { block, ...readLengths(lengths, block * BLOCK_KEYS), groups, texts: [], entries: [] };
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  for (let rank = 0; rank < made.size; rank += 1) {
    const row = byNumber.get(made.numbers[rank] ?? -1);
    if (row !== undefined) keepText(made, rank, row);
  }
  return made;
}
