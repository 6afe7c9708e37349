import { resolve } from 'node:path';
import type { MachineTexts } from '@helve/flow/content';
import { putMachineTexts, readMachineTexts } from './machine-text-store.js';
import { readLeftJournals, type JournalEntry } from './output-journal.js';
import { addOutputs, hashFile, type RecordedOutput } from './output-store.js';

/** Takes over into the records of a project what runs had noted that were killed before they could. */
export async function foldJournals(folder: string): Promise<void> {
  const left = await readLeftJournals(folder);
  if (left.length === 0) return;
  const byPath = new Map<string, JournalEntry[]>();
  for (const entry of left.flatMap(({ entries }) => entries)) {
    const known = byPath.get(entry.path);
    if (known === undefined) byPath.set(entry.path, [entry]);
    else known.push(entry);
  }
  await addOutputs(folder, async () => {
    const added: Record<string, RecordedOutput> = {};
    for (const [path, entries] of byPath) {
      const output = await foldEntries(folder, path, entries);
      if (output !== undefined) added[path] = output;
    }
    return added;
  });
  for (const journal of left) await journal.remove();
}

/**
 * Takes over the entry whose output is in its place. Where none is, the run was killed just before, or somebody has
 * changed the file since: then texts may be those that were there before, or the new ones.
 */
async function foldEntries(
  folder: string,
  path: string,
  entries: readonly JournalEntry[],
): Promise<RecordedOutput | undefined> {
  const file = resolve(folder, path);
  const sha256 = await hashFile(file);
  const placed = entries.findLast(({ output }) => output.sha256 === sha256);
  if (placed === undefined) {
    const known = [await readMachineTexts(folder, file), ...entries];
    const joined = (kind: keyof MachineTexts) => Object.assign({}, ...known.map((texts) => texts[kind]));
    await putMachineTexts(folder, file, { fallback: joined('fallback'), drafts: joined('drafts') });
  } else await putMachineTexts(folder, file, placed);
  return placed?.output;
}
