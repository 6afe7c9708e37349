import { defineTool, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import { explainPlan, hideRedactedTerms, readFlowInput, runFlow, type RunReport } from '@helve/flow/engine';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { assertMemories } from '../memory/run-memories.js';
import { projectErrors } from '../project-errors.js';
import { assertWithinReach } from '../reach/assert-within-reach.js';
import { isAtTerminal } from '../reach/caller-files.js';
import { shownPath } from '../reach/shown-path.js';
import { assertFiles } from './assert-files.js';
import { assertInPlace } from './assert-in-place.js';
import { assertLanguage } from './assert-language.js';
import { assertOverwrite } from './assert-overwrite.js';
import { toFilesReport, type ExplainedRun, type FilesReport } from './files-report.js';
import { planPrompts } from './plan-prompts.js';
import { planRun, type PlannedRun } from './plan-run.js';
import { findKept } from './record/kept-texts.js';
import { openOutputRecord } from './record/output-record.js';
import type { RunMark } from './record/output-store.js';
import { findRunDoor, type DurableDoor } from './run-door.js';
import { openRun, type RunSite } from './open-run.js';
import { createRunRecorder } from './record/record-run.js';
import { isExplanation, isRunRequest, runProperties, type RunRequest } from './run-request.js';
import { planReport, type PlannedReport } from './step/plan-report.js';
import { changedInputs, isRepeatable, markInputs } from './unchanged-inputs.js';

/** A run may take long; it ends when the caller hangs up. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** `flow.run`: files through a flow, to files or a store. */
export function runTool(host: ProjectHost, config: ResolvedConfig): ToolRecord {
  return defineTool({
    id: 'flow.run',
    name: 'Run a flow',
    description: 'Runs a flow on files, writes the results and returns the report of the run.',
    version: '1.0.0',
    tags: ['flow'],
    policy: { category: 'action', sideEffects: 'writes', effects: [], idempotent: false, requiresConfirmation: false },
    annotations: { timeoutMs: DAY_MS },
    hooks: [hideRedactedTerms],
    inputSchema: { type: 'object', properties: runProperties, required: ['flow'], additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { schema: { type: 'string' } },
      required: ['schema'],
      additionalProperties: true,
    },
    execute: async (input, ctx) => {
      if (!isRunRequest(input)) throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem: 'it names no flow' });
      return runRequest(input, host, config, ctx);
    },
  });
}

/** Runs a flow on files; with `explain` it only describes the run. */
async function runRequest(
  request: RunRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<FilesReport | ExplainedRun> {
  const flow = await readFlowInput(request.flow, host, ctx);
  const planned = await planRun(flow, request, host, config, ctx);
  // Before a folder is made for one.
  const places = planned.files.flatMap(({ outputs }) => outputs.map(({ path }) => path));
  assertWithinReach(places, host, ctx);
  // Nobody hears of a file that they may not write.
  await assertLanguage(planned, host.filesFor(ctx));
  if (request.overwrite !== true) {
    assertInPlace(planned);
    const { cwd = host.folder, durable } = findRunDoor(ctx) ?? {};
    await assertOverwrite(await unwritten(planned, durable, host), cwd, openOutputRecord(host.folder));
  }
  const { plan, source, sink, files, skipped } = planned;
  if (isExplanation(request)) {
    const shown = (path: string) => (isAtTerminal(ctx) ? path : shownPath(path, host.folder));
    const left = skipped.map((one) => ({ ...one, path: shown(one.path) }));
    const rows = files.map(({ input, format, outputs }) => ({
      input: input.id,
      format: format.id,
      outputs: outputs.map(({ path }) => shown(path)),
    }));
    const prompts = request.explainPrompts === true ? { prompts: planPrompts(plan, host.tools) } : {};
    return { ...explainPlan(plan, { source, sink, files: rows }), skipped: left, ...prompts } satisfies ExplainedRun;
  }
  await host.assertKeys(plan, ctx);
  assertFiles(plan, host, ctx);
  await assertMemories(plan, config, host.folder);
  const listed = planReport(plan, { asked: request.annotations, usual: findRunDoor(ctx)?.annotations });
  const { run, marks } = await skipUnchanged(planned, request, host, config, ctx);
  const kept = await findKept(run.files, openOutputRecord(host.folder));
  const recorder = createRunRecorder(run.files, host.folder, { marks, kept });
  const report = await runOrSubmit({ planned: run, listed, request, config }, { host, ctx, recorder });
  await recorder.finish(report.documents);
  if (sink.kind === 'store' && config.tm.learn === 'reviewed') {
    const documents = report.documents.map(({ document }) => document);
    const { learnStored } = await import('../memory/learn-stored.js');
    await learnStored(await host.openBlocks(ctx), documents, config, host.folder);
  }
  return toFilesReport(run, report, listed, { request, config, folder: isAtTerminal(ctx) ? undefined : host.folder });
}

/** The files of which nothing is written yet: all, but for a job that goes on. */
async function unwritten({ files }: PlannedRun, durable: DurableDoor | undefined, { folder }: ProjectHost) {
  if (durable?.job === undefined) return files;
  const { unclaimedFiles } = await import('../job/unclaimed-files.js');
  return unclaimedFiles(files, durable.job, folder);
}

/** Leaves out files whose outputs are still what the run would make of them. */
async function skipUnchanged(
  planned: PlannedRun,
  request: RunRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<{ readonly run: PlannedRun; readonly marks: ReadonlyMap<string, RunMark> }> {
  const { plan, source, sink, files, unchanged } = planned;
  const isStored = source.kind === 'store' || sink.kind === 'store';
  const { trace, durable } = findRunDoor(ctx) ?? {};
  // The job of a run that goes on knows what is done.
  const goesOn = durable?.job !== undefined && durable.optional !== true;
  const runsAll = request.force === true || trace !== undefined || goesOn;
  if (isStored || files.every(({ outputs }) => outputs.length === 0) || !isRepeatable(plan, host.tools, config))
    return { run: planned, marks: new Map() };
  const marks = await markInputs(planned, request, config);
  if (runsAll) return { run: planned, marks };
  const changed = await changedInputs(files, marks, openOutputRecord(host.folder));
  return { run: { ...planned, files: changed, unchanged: unchanged + files.length - changed.length }, marks };
}

/** Runs what was planned, as a job where the door asks for one. */
async function runOrSubmit(
  { config, ...run }: ReadyRun & { readonly config: ResolvedConfig },
  site: RunSite,
): Promise<RunReport> {
  const durable = findRunDoor(site.ctx)?.durable;
  if (durable === undefined) return runPlanned(run.planned, run.listed, run.request, site);
  const { isDurable, runAsJob } = await import('../job/run-as-job.js');
  if (durable.optional === true && !isDurable(run.planned, findRunDoor(site.ctx) ?? {})) {
    await durable.willRunPlain?.();
    return runPlanned(run.planned, run.listed, run.request, site);
  }
  return runAsJob({ ...run, durable, config }, site);
}

interface ReadyRun {
  readonly planned: PlannedRun;
  readonly listed: PlannedReport | undefined;
  readonly request: RunRequest;
}

/** Runs what was planned: opens files, stores and resources, takes the documents through the flow, and cleans up. */
export async function runPlanned(
  planned: PlannedRun,
  listed: PlannedReport | undefined,
  request: RunRequest,
  site: RunSite,
): Promise<RunReport> {
  const { plan, options, open, close } = await openRun(planned, listed, request, site);
  try {
    return await runFlow(plan, await open(), options);
  } finally {
    await close();
  }
}
