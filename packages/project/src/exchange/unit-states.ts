import { resolve } from 'node:path';
import { closeSync } from 'node:fs';
import type { ToolInvokeContext } from '@helve/core';
import type { TargetStatus } from '@helve/flow';
import { hasContent } from '@helve/l10n/run';
import {
  keysOfBlock,
  sentHash,
  type ExchangeManifest,
  type ManifestFile,
  type ManifestUnit,
  type ReadUnit,
} from '@helve/l10n';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import type { UnitRow } from './exchange-report.js';
import type { MergeRecord } from './merge/merge-record.js';
import { readSources } from './read-sources.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Caller and project in which states are looked up. */
export interface StateSite {
  readonly host: ProjectHost;
  readonly config: ResolvedConfig;
  readonly ctx: ToolInvokeContext;
}

/** Compares the units of a batch with the files as they are now, as far as the caller may read them, and with what was merged. */
export async function unitStates(
  manifest: ExchangeManifest,
  merged: MergeRecord,
  lateDays: number,
  site: StateSite,
): Promise<readonly UnitRow[]> {
  const isLate = Date.now() - Date.parse(manifest.createdAt) > lateDays * DAY_MS;
  const rows: UnitRow[] = [];
  for (const file of manifest.files) {
    const blocks = await readNow(file, manifest, site);
    for (const unit of file.units)
      for (const locale of Object.keys(unit.targets)) {
        const facts = { blocks, isLate, isMerged: merged[unit.id]?.[locale] !== undefined };
        rows.push(toRow(file.path, unit, locale, facts));
      }
  }
  return rows;
}

/** The blocks of a file by their keys; undefined for a file that is gone. */
async function readNow(
  { path, format, existing }: ManifestFile,
  { sourceLocale, targetLocales }: ExchangeManifest,
  { host, config, ctx }: StateSite,
): Promise<ReadonlyMap<string, ReadUnit> | undefined> {
  const located = resolve(host.folder, path);
  if (!isThere(located, host, ctx)) return undefined;
  const request = { files: [located], format, sourceLocale, targetLocales };
  const { files } = await readSources(
    existing === undefined ? request : { ...request, existing: 'auto' },
    host,
    config,
    ctx,
  );
  const blocks = files.find((file) => file.path === path)?.blocks ?? [];
  return new Map(blocks.flatMap((read) => keysOfBlock(read.block).map((key) => [key, read] as const)));
}

/** True for a file that is there; one that the caller may not read is refused. */
function isThere(path: string, host: ProjectHost, ctx: ToolInvokeContext): boolean {
  try {
    closeSync(host.filesFor(ctx).open(path));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

interface RowFacts {
  /** The blocks of the file by their keys; undefined for a file that is gone. */
  readonly blocks: ReadonlyMap<string, ReadUnit> | undefined;
  readonly isLate: boolean;
  /** True for a translation that a merge has set or confirmed. */
  readonly isMerged: boolean;
}

function toRow(file: string, unit: ManifestUnit, locale: string, { blocks, isLate, isMerged }: RowFacts): UnitRow {
  const now = blocks?.get(unit.block);
  const line = now?.line === undefined ? {} : { line: now.line };
  const row = { file, ...line, unit: unit.id, block: unit.block, locale };
  if (blocks === undefined) return { ...row, state: 'stale', reason: 'file is gone' };
  if (now === undefined) return { ...row, state: 'stale', reason: 'key is gone' };
  if (now.original.content !== unit.content) return { ...row, state: 'stale', reason: 'source has changed' };
  if (isBack(now, unit, locale, isMerged)) return { ...row, state: 'back' };
  return { ...row, state: isLate ? 'late' : 'out' };
}

/** True for a unit with a finished translation that was not there when it went out, or that came back as it was. */
function isBack({ block }: ReadUnit, unit: ManifestUnit, locale: string, isMerged: boolean): boolean {
  const target = block.targets[locale];
  if (target === undefined || !hasContent(target.runs) || !isFinished(target.status)) return false;
  const sent = unit.targets[locale];
  return isMerged || !isFinished(sent?.state) || sentHash(target.runs) !== sent?.hash;
}

function isFinished(state: TargetStatus | undefined): boolean {
  return state !== undefined && state !== 'new' && state !== 'draft';
}
