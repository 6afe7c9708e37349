import { relative, resolve, sep } from 'node:path';
import { digest, type JsonObject, type ToolInvokeContext } from '@helve/core';
import {
  batchDigest,
  toBatchId,
  toManifestFile,
  toUnits,
  type BatchContent,
  type ExchangeFile,
  type ExchangeManifest,
  type FeatureLoss,
} from '@helve/l10n';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { projectErrors } from '../project-errors.js';
import { assertWithinReach } from '../reach/assert-within-reach.js';
import { findRunDoor } from '../run/run-door.js';
import { openBatchFolder, type BatchFolder } from './batch-folder.js';
import type { ExtractReport } from './extract-report.js';
import type { ExtractRequest } from './extract-request.js';
import { findLosses } from './find-losses.js';
import { planExchange, type PlannedExchange } from './plan-exchange.js';
import { readSources, type ReadSources } from './read-sources.js';
import { writeBatch } from './write-batch.js';

/** read ▸ flow ▸ units ▸ batch id ▸ losses ▸ manifest ▸ exchange files. Nothing is written that was written before. */
export async function runExtract(
  request: ExtractRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<ExtractReport> {
  const batches = openBatchFolder(host.folder, ctx);
  const known = await knownContents(request, batches);
  const sent = (await batches.list()).flatMap(({ outputs }) => outputs.map(({ path }) => resolve(host.folder, path)));
  const sources = await readSources(request, host, config, ctx, new Set(sent));
  const files = unitsOf(request, sources, known);
  const content = toContent(request, sources, files, batches.owner);
  const sha256 = batchDigest(content);
  const batch = request.batch ?? toBatchId(sha256);
  const planned = planFiles(request, content, files, batch, findRunDoor(ctx)?.cwd ?? host.folder);
  assertWithinReach(
    planned.map(({ path }) => path),
    host,
    ctx,
  );
  const losses = findLosses(planned, request);
  const report = toReport(batch, content, { planned, losses, sources, folder: host.folder });
  if (request.strict === true && losses.length > 0) throw refuseLosses(content.format, losses);
  if (request.explain === true) return { ...report, status: 'explained' };
  if (planned.length === 0) return { ...report, status: 'empty' };
  const manifest = await withKnown(batch, sha256, content, batches);
  const written = await writeBatch({ manifest, planned, request, sources }, host, batches, ctx);
  return { ...report, outputs: written.outputs, status: written.isNew ? 'written' : 'unchanged' };
}

/** Content hashes of the batch that changes are looked for since. */
async function knownContents(
  { sinceBatch }: ExtractRequest,
  batches: BatchFolder,
): Promise<ReadonlySet<string> | undefined> {
  if (sinceBatch === undefined) return undefined;
  const { files } = await batches.get(sinceBatch);
  return new Set(files.flatMap(({ units }) => units.map(({ content }) => content)));
}

function unitsOf(
  { only, sinceBatch, showLocked, dedupe }: ExtractRequest,
  { files, targetLocales }: ReadSources,
  known: ReadonlySet<string> | undefined,
): readonly ExchangeFile[] {
  const kinds = only ?? (sinceBatch === undefined ? undefined : (['changed'] as const));
  const units = toUnits(files, { targetLocales, only: kinds, known, showLocked, dedupe });
  return units.filter((file) => file.units.length > 0);
}

function toContent(
  request: ExtractRequest,
  { sourceLocale, targetLocales }: ReadSources,
  files: readonly ExchangeFile[],
  owner: string | undefined,
): BatchContent {
  const format = request.to ?? 'xliff2';
  return {
    ...(owner === undefined ? {} : { owner }),
    format,
    options: digest(contentOptions(request)),
    sourceLocale,
    targetLocales,
    files: files.map(toManifestFile),
  };
}

/** Options that change what is in the files, and not where they are. */
function contentOptions(request: ExtractRequest): JsonObject {
  const { xliffVersion, flow, segment, split, splitWords, join, dedupe, context, showLocked, note } = request;
  const { only, existing } = request;
  const named = { xliffVersion, flow, segment, split, splitWords, join, dedupe, context, showLocked, note, existing };
  const given = Object.entries({ ...named, only: only && [...only] }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as JsonObject;
}

function planFiles(
  { split, splitWords, join, context, note, output, xliffVersion: version }: ExtractRequest,
  { format, sourceLocale, targetLocales }: BatchContent,
  files: readonly ExchangeFile[],
  batch: string,
  cwd: string,
): readonly PlannedExchange[] {
  const setting = { batch, format, version, sourceLocale, targetLocales, split, splitWords, join, context, note };
  return planExchange(files, { ...setting, output, cwd });
}

interface ReportFacts {
  readonly planned: readonly PlannedExchange[];
  readonly losses: readonly FeatureLoss[];
  readonly sources: ReadSources;
  readonly folder: string;
}

function toReport(
  batch: string,
  { format, sourceLocale, targetLocales, files }: BatchContent,
  { planned, losses, sources, folder }: ReportFacts,
): Omit<ExtractReport, 'status'> {
  const units = files.flatMap((file) => file.units);
  return {
    schema: 'helve.extract/v1',
    batch,
    format,
    sourceLocale,
    targetLocales,
    files: files.length,
    units: units.length,
    repeated: units.filter(({ same }) => same !== undefined).length,
    outputs: planned.map(({ path, locale, units: count }) => ({
      path: relative(folder, path).replaceAll(sep, '/'),
      locale,
      units: count,
    })),
    losses,
    skipped: sources.skipped.map(({ path, reason }) => ({ path: relative(folder, path).replaceAll(sep, '/'), reason })),
  };
}

/** The manifest of a batch: the one that is there, or a new one. */
async function withKnown(
  batch: string,
  sha256: string,
  content: BatchContent,
  batches: BatchFolder,
): Promise<Omit<ExchangeManifest, 'version' | 'createdAt'> & Partial<ExchangeManifest>> {
  const known = await batches.find(batch);
  if (known === undefined || known.sha256 === sha256)
    return known ?? { ...content, schema: 'helve.exchange/v1', batch, sha256, outputs: [] };
  const suggestion = 'Leave out --batch, or name another id';
  throw projectErrors.create(
    'PROJECT_REQUEST_INVALID',
    { problem: `batch "${batch}" exists and has other content` },
    { details: { suggestion } },
  );
}

function refuseLosses(format: string, losses: readonly FeatureLoss[]): Error {
  const findings = losses.map(({ document, detail }) => ({
    where: document,
    message: `${detail.what} would be lost (${detail.count})`,
  }));
  const problem = '--strict allows no losses, and there would be some';
  return projectErrors.create('PROJECT_LOSSES_REFUSED', { format, problem }, { details: { findings } });
}
