import type { ToolInvokeContext } from '@helve/core';
import { explainPlan, readFlowInput } from '@helve/flow/engine';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { assertMemories } from '../memory/run-memories.js';
import { isAtTerminal } from '../reach/caller-files.js';
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
import { createRunRecorder } from './record/record-run.js';
import { findRunDoor } from './run-door.js';
import { runPlanned } from './run-planned.js';
import { isExplanation, type RunRequest } from './run-request.js';
import { planReport } from './step/plan-report.js';
import { changedInputs, isRepeatable, markInputs } from './unchanged-inputs.js';

/** Runs a flow on files; with `explain` it only describes the run. */
export async function runRequest(
  request: RunRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<FilesReport | ExplainedRun> {
  const flow = await readFlowInput(request.flow, host, ctx);
  const planned = await planRun(flow, request, host, config, ctx);
  assertAllowed(planned, host, ctx);
  // Nobody hears of a file that they may not write.
  await assertLanguage(planned, host.filesFor(ctx));
  if (request.overwrite !== true) {
    assertInPlace(planned);
    await assertOverwrite(planned.files, findRunDoor(ctx)?.cwd ?? host.folder, openOutputRecord(host.folder));
  }
  const { plan, source, sink, files, skipped } = planned;
  if (isExplanation(request)) {
    const rows = files.map(({ input, format, outputs }) => ({
      input: input.id,
      format: format.id,
      outputs: outputs.map(({ path }) => path),
    }));
    const prompts = request.explainPrompts === true ? { prompts: planPrompts(plan, host.tools) } : {};
    return { ...explainPlan(plan, { source, sink, files: rows }), skipped, ...prompts } satisfies ExplainedRun;
  }
  await host.assertKeys(plan, ctx);
  assertFiles(plan, host);
  await assertMemories(plan, config, host.folder);
  const listed = planReport(plan, { asked: request.annotations, usual: findRunDoor(ctx)?.annotations });
  const { run, marks } = await skipUnchanged(planned, request, host, config, ctx);
  const kept = await findKept(run.files, openOutputRecord(host.folder));
  const recorder = createRunRecorder(run.files, host.folder, { marks, kept });
  const report = await runPlanned(run, listed, request, { host, ctx, recorder });
  await recorder.finish(report.documents);
  if (sink.kind === 'store' && config.tm.learn === 'reviewed') {
    const documents = report.documents.map(({ document }) => document);
    const { learnStored } = await import('../memory/learn-stored.js');
    await learnStored(await host.openBlocks(ctx), documents, config, host.folder);
  }
  return toFilesReport(run, report, listed, { request, config, folder: isAtTerminal(ctx) ? undefined : host.folder });
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
  const isWatched = findRunDoor(ctx)?.trace !== undefined;
  if (isStored || files.every(({ outputs }) => outputs.length === 0) || !isRepeatable(plan, host.tools, config))
    return { run: planned, marks: new Map() };
  const marks = await markInputs(planned, request, config);
  if (request.force === true || isWatched) return { run: planned, marks };
  const changed = await changedInputs(files, marks, openOutputRecord(host.folder));
  return { run: { ...planned, files: changed, unchanged: unchanged + files.length - changed.length }, marks };
}

/** Refuses outputs that a caller may not write, before a folder is made for one. */
function assertAllowed({ files }: PlannedRun, { reach }: ProjectHost, ctx: ToolInvokeContext): void {
  if (isAtTerminal(ctx)) return;
  for (const { path } of files.flatMap(({ outputs }) => outputs)) reach.locate(path, 'write');
}
