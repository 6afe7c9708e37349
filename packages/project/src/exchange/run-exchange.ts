import type { ToolInvokeContext } from '@helve/core';
import type { ExchangeManifest } from '@helve/l10n';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { projectErrors } from '../project-errors.js';
import { openBatchFolder, type BatchFolder } from './batch-folder.js';
import type { BatchRow, ExchangeReport, UnitCounts, UnitRow } from './exchange-report.js';
import type { ExchangeRequest } from './exchange-request.js';
import { readMergeRecord } from './merge/merge-record.js';
import { unitStates } from './unit-states.js';

const LATE_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Lists, shows, compares or removes the batches of a caller. */
export async function runExchange(
  request: ExchangeRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<ExchangeReport> {
  const batches = openBatchFolder(host.folder, ctx);
  const states = async (manifest: ExchangeManifest) => {
    const merged = await readMergeRecord(batches, manifest.batch);
    return unitStates(manifest, merged, request.lateDays ?? LATE_DAYS, { host, config, ctx });
  };
  const chosen = await chooseBatches(request, batches);
  const rows: BatchRow[] = [];
  const units: UnitRow[] = [];
  const removed: string[] = [];
  for (const manifest of chosen) {
    const known = isNamedRemoval(request) ? [] : await states(manifest);
    rows.push(...toBatchRows(manifest, known));
    units.push(...known);
    if (request.action === 'clean' && isOver(manifest, known, request)) removed.push(manifest.batch);
  }
  for (const batch of removed) await batches.remove(batch);
  return {
    schema: 'helve.batches/v1',
    batches: rows,
    ...(request.action === 'show' ? { units } : {}),
    ...(request.action === 'diff' ? { units: units.filter(({ state }) => state === 'stale') } : {}),
    ...(request.action === 'clean' ? { removed } : {}),
  };
}

async function chooseBatches(
  { action, batch }: ExchangeRequest,
  batches: BatchFolder,
): Promise<readonly ExchangeManifest[]> {
  if (batch !== undefined) return [await batches.get(batch)];
  if (action === 'list' || action === 'clean') return batches.list();
  throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem: `"${action}" needs a batch` });
}

/** True for the removal of one batch that somebody named, whatever its state. */
function isNamedRemoval({ action, batch }: ExchangeRequest): boolean {
  return action === 'clean' && batch !== undefined;
}

/** True for a batch that is removed: it was named, or nothing of it is awaited any more and it is old enough. */
function isOver(manifest: ExchangeManifest, units: readonly UnitRow[], request: ExchangeRequest): boolean {
  if (request.batch !== undefined) return true;
  const isOld = Date.now() - Date.parse(manifest.createdAt) >= (request.olderThanDays ?? 0) * DAY_MS;
  return isOld && units.every(({ state }) => state === 'back' || state === 'stale');
}

function toBatchRows(manifest: ExchangeManifest, units: readonly UnitRow[]): readonly BatchRow[] {
  const { batch, createdAt, format, targetLocales, files } = manifest;
  return targetLocales.map((locale) => ({
    batch,
    createdAt,
    format,
    locale,
    units: files.flatMap((file) => file.units).filter(({ targets }) => Object.hasOwn(targets, locale)).length,
    counts: countStates(units.filter((unit) => unit.locale === locale)),
  }));
}

/** Late units are out as well. */
function countStates(units: readonly UnitRow[]): UnitCounts {
  const of = (...states: readonly UnitRow['state'][]) => units.filter(({ state }) => states.includes(state)).length;
  return { out: of('out', 'late'), back: of('back'), late: of('late'), stale: of('stale') };
}
