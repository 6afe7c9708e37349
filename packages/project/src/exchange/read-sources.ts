import { relative, sep } from 'node:path';
import type { ToolInvokeContext } from '@helve/core';
import type { FileAccess } from '@helve/flow';
import { readFlow, readFlowInput, type ParsedFlow } from '@helve/flow/engine';
import type { ReadFile } from '@helve/l10n';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { projectErrors } from '../project-errors.js';
import { withoutOtherLanguages } from '../run/assert-language.js';
import { AUTO } from '../run/find-existing.js';
import { withoutTranslations } from '../run/pair-inputs.js';
import { planRun, type PlannedFile, type PlannedRun } from '../run/plan-run.js';
import { runPlanned } from '../run/run-files.js';
import type { SkippedFile } from '../run/run-inputs.js';
import type { RunRequest } from '../run/run-request.js';
import { targetsInFile } from '../run/targets-in-file.js';
import { collectUnits, type CollectedDocument } from './collect-units.js';
import type { ExtractRequest } from './extract-request.js';

/** Files as the steps of the flow left them, with the languages of the batch. */
export interface ReadSources {
  readonly files: readonly ReadFile[];
  readonly paths: readonly string[];
  readonly sourceLocale: string;
  readonly targetLocales: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

/**
 * Reads the files of an extraction and takes them through its flow, as a run would that writes nothing. Files that went
 * out themselves, `outputs`, are no sources unless they are named.
 */
export async function readSources(
  request: ExtractRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
  outputs: ReadonlySet<string> = new Set(),
): Promise<ReadSources> {
  const flow = await readSteps(request, host, ctx);
  const run = toRunRequest(request);
  const sources = sourcesOnly(await planRun(flow, run, host, config, ctx), outputs);
  const { plan } = sources;
  if (plan.targetLocales.length === 0) throw noTargets();
  const planned = await ofTheirLanguages(sources, host.filesFor(ctx));
  const { skipped } = planned;
  await host.assertKeys(plan, ctx);
  const collected = new Map<string, CollectedDocument>();
  const report = await runPlanned(planned, undefined, run, { host, ctx, redirect: collectUnits(collected) });
  const failed = report.documents.find(({ error }) => error !== undefined);
  if (failed?.error !== undefined)
    throw projectErrors.create(
      'PROJECT_EXTRACT_FAILED',
      { file: failed.document, problem: failed.error.message },
      { details: failed.error.code === undefined ? {} : { reason: failed.error.code } },
    );
  const files: ReadFile[] = [];
  for (const file of planned.files) {
    const read = collected.get(file.input.id);
    const targets = await ownTargets(file, plan, host.filesFor(ctx));
    if (read !== undefined) files.push(...toReadFile(file, read, targets, host.folder));
  }
  return {
    files,
    paths: planned.files.flatMap(({ input: { path } }) => path ?? []),
    sourceLocale: plan.sourceLocale,
    targetLocales: plan.targetLocales,
    skipped,
  };
}

/** Leaves out translations that lie beside their source, and files that went out. */
function sourcesOnly(planned: PlannedRun, outputs: ReadonlySet<string>): PlannedRun {
  const { files, skipped } = withoutTranslations(planned, planned.plan.sourceLocale);
  return {
    ...planned,
    files: planned.files.filter((file) => files.includes(file) && !isOutput(file, outputs)),
    skipped,
  };
}

/** Leaves out translations into languages that the batch is not for. */
async function ofTheirLanguages(planned: PlannedRun, access: FileAccess): Promise<PlannedRun> {
  const { plan } = planned;
  const { files, skipped } = await withoutOtherLanguages(planned, plan, access, plan.targetLocales);
  const ids = new Set(files.map(({ input }) => input.id));
  return { ...planned, files: planned.files.filter(({ input }) => ids.has(input.id)), skipped };
}

function isOutput({ input: { path = '' }, named }: PlannedFile, outputs: ReadonlySet<string>): boolean {
  return named !== true && outputs.has(path);
}

async function readSteps(request: ExtractRequest, host: ProjectHost, ctx: ToolInvokeContext): Promise<ParsedFlow> {
  const { flow, segment } = request;
  if (flow === undefined)
    return readFlow({ name: 'extract', steps: segment === true ? [{ tool: 'segmentation' }] : [] });
  if (segment === true)
    throw projectErrors.create('PROJECT_REQUEST_INVALID', {
      problem: 'a flow segments by a step of its own: leave out "segment", or put "segmentation" into the flow',
    });
  return readFlowInput(flow, host, ctx);
}

function toRunRequest({ files, existing = AUTO, format, sourceLocale, targetLocales }: ExtractRequest): RunRequest {
  return {
    flow: 'extract',
    to: 'none',
    existing,
    ...(files === undefined ? {} : { files }),
    ...(format === undefined ? {} : { format }),
    ...(sourceLocale === undefined ? {} : { sourceLocale }),
    ...(targetLocales === undefined ? {} : { targetLocales }),
  };
}

/** Languages that a bilingual file is about; any other goes out for all of them. */
async function ownTargets(
  file: PlannedFile,
  plan: PlannedRun['plan'],
  access: FileAccess,
): Promise<readonly string[] | undefined> {
  if (file.format.kind !== 'bilingual') return undefined;
  const held = await targetsInFile(file, plan, access);
  return held?.length === 0 ? undefined : held;
}

function toReadFile(
  { input, format, preset }: PlannedFile,
  read: CollectedDocument,
  targets: readonly string[] | undefined,
  folder: string,
): readonly ReadFile[] {
  if (input.path === undefined) return [];
  const inside = (path: string) => relative(folder, path).replaceAll(sep, '/');
  return [
    {
      path: inside(input.path),
      sha256: read.sha256,
      format: input.formatId ?? (preset === undefined ? format.id : `${format.id}:${preset}`),
      options: input.options ?? {},
      existing: (input.existing ?? []).map(({ locale, path }) => ({ locale, path: inside(path) })),
      targets,
      blocks: read.blocks,
    },
  ];
}

function noTargets(): Error {
  const suggestion = 'Name them with --target, or under `locales.targets` in the config';
  return projectErrors.create(
    'PROJECT_REQUEST_INVALID',
    { problem: 'there are no target locales' },
    { details: { suggestion } },
  );
}
