import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainObject } from '@helve/core';
import { targetStatuses, type TargetStatus } from '@helve/flow';
import { withFileLock } from '../../file/with-file-lock.js';
import { writeFileAtomic } from '../../file/write-file-atomic.js';
import type { BatchFolder } from '../batch-folder.js';

/** A translation that a merge has set or confirmed: hash and state, never text. */
export interface SetTarget {
  readonly hash: string;
  readonly state: TargetStatus;
}

/** Translations that came back for a batch, by unit and language. */
export type MergeRecord = Readonly<Record<string, Readonly<Record<string, SetTarget>>>>;

const FILE = 'merged.json';
const SCHEMA = 'helve.merged/v1';

/** Reads what was merged of a batch; a file that is missing or damaged knows nothing. */
export async function readMergeRecord(batches: BatchFolder, batch: string): Promise<MergeRecord> {
  const text = await readFile(join(batches.folderOf(batch), FILE), 'utf8').catch(() => '{}');
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) && isPlainObject(value['units']) ? readUnits(value['units']) : {};
  } catch {
    return {};
  }
}

/** Adds what was merged of a batch. */
export async function addMergeRecord(batches: BatchFolder, batch: string, added: MergeRecord): Promise<void> {
  if (Object.keys(added).length === 0) return;
  const file = join(batches.folderOf(batch), FILE);
  await withFileLock(file, async () => {
    const known = await readMergeRecord(batches, batch);
    const units = { ...known };
    for (const [unit, targets] of Object.entries(added)) units[unit] = { ...units[unit], ...targets };
    await writeFileAtomic(file, `${JSON.stringify({ schema: SCHEMA, batch, units })}\n`, true);
  });
}

/** Groups accepted units by batch. */
export function byBatch<Unit extends { readonly batch?: string | undefined }>(
  units: readonly Unit[],
): ReadonlyMap<string, readonly Unit[]> {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const known = groups.get(unit.batch ?? '');
    if (known === undefined) groups.set(unit.batch ?? '', [unit]);
    else known.push(unit);
  }
  return groups;
}

function readUnits(units: Readonly<Record<string, unknown>>): MergeRecord {
  const read = Object.entries(units).map(([unit, targets]) => {
    const own = isPlainObject(targets) ? Object.entries(targets) : [];
    return [
      unit,
      Object.fromEntries(own.filter((entry): entry is [string, SetTarget] => isSetTarget(entry[1]))),
    ] as const;
  });
  return Object.fromEntries(read);
}

function isSetTarget(value: unknown): value is SetTarget {
  if (!isPlainObject(value) || typeof value['hash'] !== 'string') return false;
  return (targetStatuses as readonly unknown[]).includes(value['state']);
}
