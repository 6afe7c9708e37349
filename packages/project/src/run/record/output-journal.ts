import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainObject } from '@helve/core';
import type { MachineTexts } from '@helve/flow/content';
import { makeFolder } from '../../file/make-folder.js';
import { isOfEnded, isOfOtherHost, processMark } from '../../process/leftovers.js';
import type { RecordedOutput } from './output-store.js';

/** An output as a run is about to leave it, and what in it no person has written. */
export interface JournalEntry extends MachineTexts {
  /** Path from the folder of the project. */
  readonly path: string;
  readonly output: RecordedOutput;
}

/** The outputs of one run, noted before they take their places: a run that is killed has not written its record. */
export interface OutputJournal {
  /** Notes outputs; they are on the disk afterwards. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Removes the journal once the record has all of it. */
  remove(): Promise<void>;
}

/** A journal of another machine that nobody has written to for so long belongs to a dead run. */
const leaseMs = 60_000;

const journalName = /^outputs\.helve-.*\.jsonl$/;

/** Opens the journal of a run, `.helve/outputs.MARK.jsonl`; its file is made with the first entry. */
export function openOutputJournal(folder: string): OutputJournal {
  const place = placeOf(folder);
  let file: string | undefined;
  let handle: FileHandle | undefined;
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const flush = async () => {
    const text = waiting.join('');
    [waiting, next] = [[], undefined];
    if (handle === undefined) {
      await makeFolder(place, 0o700);
      file = join(place, `outputs.${await processMark()}-${randomBytes(6).toString('hex')}.jsonl`);
      handle = await open(file, 'ax', 0o600);
    }
    await handle.appendFile(text);
    await handle.datasync();
  };
  return {
    append(entries) {
      if (entries.length === 0) return Promise.resolve();
      waiting.push(...entries.map((entry) => `${JSON.stringify(entry)}\n`));
      // Whoever comes while the disk is at work waits for one more turn of it, together with all others.
      next ??= last = last.catch(() => undefined).then(flush);
      return next;
    },
    async remove() {
      await handle?.close();
      if (file !== undefined) await rm(file, { force: true });
    },
  };
}

/** The journal of a run that has ended without its record. */
export interface LeftJournal {
  readonly entries: readonly JournalEntry[];
  /** Removes it, unless its run may go on elsewhere. */
  remove(): Promise<void>;
}

/** Reads the journals of runs that were killed, and of runs on other machines; those of this one that run are left out. */
export async function readLeftJournals(folder: string): Promise<readonly LeftJournal[]> {
  const place = placeOf(folder);
  const left: LeftJournal[] = [];
  for (const name of await readdir(place).catch(() => [])) {
    const file = join(place, name);
    const isForeign = isOfOtherHost(name);
    if (!journalName.test(name) || (!isForeign && !(await isOfEnded(name)))) continue;
    const entries = readEntries(await readFile(file, 'utf8').catch(() => ''));
    const remove = async () => {
      if (!isForeign || (await isOlder(file))) await rm(file, { force: true });
    };
    left.push({ entries, remove });
  }
  return left;
}

/** Lists the entries of a journal; a line that the end of its run has cut is none. */
function readEntries(text: string): readonly JournalEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isEntry(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function isEntry(value: unknown): value is JournalEntry {
  if (!isPlainObject(value) || typeof value['path'] !== 'string') return false;
  return isPlainObject(value['output']) && typeof value['output']['sha256'] === 'string';
}

async function isOlder(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > leaseMs;
}

function placeOf(folder: string): string {
  return join(folder, '.helve');
}
