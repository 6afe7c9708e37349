import { join, relative, resolve, sep } from 'node:path';
import type { ToolInvokeContext } from '@helve/core';
import { dataText } from '@helve/flow/content';
import { writeOutput } from '@helve/flow/engine';
import {
  decideMerge,
  defaultMergeOptions,
  indexOrigins,
  missingUnits,
  sentHash,
  type ExchangeManifest,
  type MergeOptions,
  type MergeSite,
  type UnitDecision,
} from '@helve/l10n';
import type { ResolvedConfig } from '../../config/config-keys.js';
import type { ProjectHost } from '../../flow/create-flow-host.js';
import { makeFolder } from '../../file/make-folder.js';
import { withFileLock } from '../../file/with-file-lock.js';
import { projectErrors } from '../../project-errors.js';
import { isAtTerminal } from '../../reach/caller-files.js';
import { findRunDoor } from '../../run/run-door.js';
import { openBatchFolder, type BatchFolder } from '../batch-folder.js';
import { earlierReturns } from './earlier-returns.js';
import { findBatches, type ReturnedBatches } from './find-batches.js';
import { learnMerged } from './learn-merged.js';
import { addMergeRecord, byBatch, type SetTarget } from './merge-record.js';
import { toMergedUnit, toMergeReport, type MergeOutput, type MergeReport } from './merge-report.js';
import type { MergeRequest } from './merge-request.js';
import { neededFiles } from './needed-files.js';
import { readCurrent, type CurrentFiles } from './read-current.js';
import { readReturned, type ReturnedFile } from './read-returned.js';
import { writeMerged } from './write-merged.js';

/** Merges of one project come one after another: the later one sees what the earlier one has written. */
export async function runMerge(
  request: MergeRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<MergeReport> {
  assertRequest(request, host, ctx);
  if (request.check === true) return merge(request, host, config, ctx);
  const place = join(host.folder, '.helve');
  await makeFolder(place, 0o700);
  return withFileLock(join(place, 'merge'), () => merge(request, host, config, ctx));
}

/** returned files ▸ batches ▸ files of today ▸ decisions ▸ translations ▸ memory ▸ report. */
async function merge(
  request: MergeRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<MergeReport> {
  const batches = openBatchFolder(host.folder, ctx);
  const { files, unread } = await readReturned(request.files, host, ctx);
  if (files.length + unread.length === 0) throw invalid('there are no returned files');
  const found = await findBatches(files, request.batch, batches);
  const needed = neededFiles(found.manifests, files);
  const locales = [...new Set(found.manifests.flatMap(({ targetLocales }) => targetLocales))];
  const current = await readCurrent(needed, locales, request, { host, config, ctx });
  const decisions = await decide({ files, found, needed, current }, request, batches);
  const applied = decisions.filter(({ result }) => result === 'applied');
  const { outputs, isWritten } = await writeMerged(applied, current, request, host, ctx);
  const accepted = applied.filter(isWritten);
  if (request.check !== true) {
    const confirmed = decisions.filter(({ result }) => result === 'unchanged');
    await recordMerged([...accepted, ...confirmed], batches);
  }
  const learned =
    request.noTm === true || accepted.length === 0
      ? 0
      : await learnMerged(accepted, current, request.tm, { config, folder: host.folder, cwd: cwdOf(host, ctx) });
  const ends = request.check === true ? decisions : decisions.map((one) => withWriting(one, isWritten));
  const report = toMergeReport(ends, request, {
    status: statusOf(request, outputs),
    batches: found.manifests.map(({ batch }) => batch),
    outputs: outputs.map((output) => ({ ...output, path: shownPath(output.path, host) })),
    unread,
    learned,
  });
  await writeReport(request.report, report, ends, host, ctx);
  return report;
}

/** The end of a unit once its file was written, or could not be. */
function withWriting(decision: UnitDecision, isWritten: (decision: UnitDecision) => boolean): UnitDecision {
  if (decision.result !== 'applied' || isWritten(decision)) return decision;
  return { ...decision, result: 'unwritten', reason: 'not-written' };
}

/** Refuses what callers at a door may not name, before anything is read. */
function assertRequest({ report, tm }: MergeRequest, host: ProjectHost, ctx: ToolInvokeContext): void {
  if (isAtTerminal(ctx)) return;
  if (report !== undefined) host.reach.locate(report, 'write');
  if (tm !== undefined && !/^[\w-]+$/.test(tm)) throw invalid(`"${tm}" is not the name of a translation memory`);
}

interface MergeFacts {
  readonly files: readonly ReturnedFile[];
  readonly found: ReturnedBatches;
  readonly needed: readonly ExchangeManifest[];
  readonly current: CurrentFiles;
}

async function decide(
  { files, found, needed, current }: MergeFacts,
  request: MergeRequest,
  batches: BatchFolder,
): Promise<readonly UnitDecision[]> {
  const setBy = await earlierReturns(batches);
  const unit: MergeSite['unit'] = (file, { block }) => current.units.get(file.path)?.get(block);
  const site: MergeSite = {
    unit,
    setBy: (file, { block }, locale, target) => setBy(file.path, block, locale, sentHash(target.runs)),
  };
  const nameOf: Parameters<typeof indexOrigins>[1] = (file, own) => unit(file, own)?.block.name;
  const indexes = new Map(found.manifests.map((manifest) => [manifest.batch, indexOrigins(manifest, nameOf)]));
  const returns = files.flatMap((file) =>
    file.units.flatMap((returned) => {
      const index = indexes.get(found.manifestOf(file, returned).batch);
      return index === undefined ? [] : [{ returned, index }];
    }),
  );
  const decisions = decideMerge(returns, site, toOptions(request));
  return [...decisions, ...missingUnits(needed, decisions, site)];
}

function toOptions({ onStale, onCodes, onConflict, minState, setState }: MergeRequest): MergeOptions {
  const { onStale: stale, onCodes: codes, onConflict: conflict } = defaultMergeOptions;
  return {
    onStale: onStale ?? stale,
    onCodes: onCodes ?? codes,
    onConflict: onConflict ?? conflict,
    minState,
    setState,
  };
}

/** Remembers which batch has set or confirmed a translation, by hashes. */
async function recordMerged(accepted: readonly UnitDecision[], batches: BatchFolder): Promise<void> {
  for (const [batch, own] of byBatch(accepted)) {
    const units: Record<string, Record<string, SetTarget>> = {};
    for (const { unit = '', locale = '', target } of own)
      if (target !== undefined)
        units[unit] = { ...units[unit], [locale]: { hash: sentHash(target.runs), state: target.status } };
    await addMergeRecord(batches, batch, units);
  }
}

function statusOf({ check }: MergeRequest, outputs: readonly MergeOutput[]): MergeReport['status'] {
  if (check === true) return 'checked';
  if (outputs.some(({ error }) => error !== undefined)) return 'failed';
  return outputs.length === 0 ? 'unchanged' : 'merged';
}

/** Writes the report with the texts that were not merged, for the translator. */
async function writeReport(
  file: string | undefined,
  report: MergeReport,
  decisions: readonly UnitDecision[],
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<void> {
  if (file === undefined) return;
  const units = decisions
    .filter(({ result }) => result !== 'applied' && result !== 'unchanged')
    .map((decision) => ({
      ...toMergedUnit(decision),
      ...(decision.returned === undefined
        ? {}
        : { source: dataText(decision.returned.source), target: dataText(decision.returned.target) }),
    }));
  const text = `${JSON.stringify({ ...report, units }, undefined, 2)}\n`;
  await writeOutput(resolve(cwdOf(host, ctx), file), (output) => output.write(Buffer.from(text)), host.filesFor(ctx));
}

function cwdOf(host: ProjectHost, ctx: ToolInvokeContext): string {
  return findRunDoor(ctx)?.cwd ?? host.folder;
}

function shownPath(path: string, { folder }: ProjectHost): string {
  return relative(folder, resolve(folder, path)).replaceAll(sep, '/');
}

function invalid(problem: string): Error {
  return projectErrors.create('PROJECT_REQUEST_INVALID', { problem });
}
