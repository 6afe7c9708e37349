import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { defineTool, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import type { Resources } from '@helve/flow';
import {
  callsWithin,
  explainPlan,
  fileIo,
  hideRedactedTerms,
  planSteps,
  readFlowInput,
  runFlow,
  storeDocument,
  toStore,
  withStored,
  type FileInput,
  type FlowIo,
  type FlowPlan,
  type ProgressEvent,
  type RunOptions,
  type RunReport,
} from '@helve/flow/engine';
import { blockKeys } from '@helve/l10n/run';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { withOutputs } from '../flow/project-vault.js';
import { assertMemories } from '../memory/run-memories.js';
import { processMark, removeLeftovers } from '../process/leftovers.js';
import { projectErrors } from '../project-errors.js';
import { assertWithinReach } from '../reach/assert-within-reach.js';
import { isAtTerminal } from '../reach/caller-files.js';
import { shownPath } from '../reach/shown-path.js';
import { assertFiles } from './assert-files.js';
import { assertInPlace } from './assert-in-place.js';
import { assertLanguage } from './assert-language.js';
import { assertOverwrite } from './assert-overwrite.js';
import { toFilesReport, type ExplainedRun, type FilesReport } from './files-report.js';
import { makeFolders } from './output-folder.js';
import { pairing } from './pairing.js';
import { planPrompts } from './plan-prompts.js';
import { planRun, type PlannedRun } from './plan-run.js';
import { findKept } from './record/kept-texts.js';
import { openOutputRecord } from './record/output-record.js';
import type { RunMark } from './record/output-store.js';
import { createRunRecorder, type RunRecorder } from './record/record-run.js';
import { findRunDoor } from './run-door.js';
import { isExplanation, isRunRequest, runProperties, type RunRequest } from './run-request.js';
import { runThreads } from './run-threads.js';
import { planReport, type PlannedReport } from './step/plan-report.js';
import { withReport } from './step/report-step.js';
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
    await assertOverwrite(planned.files, findRunDoor(ctx)?.cwd ?? host.folder, openOutputRecord(host.folder));
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

/** The project in which a run is made, the call that asked for it, and who remembers its outputs. */
interface RunSite {
  readonly host: ProjectHost;
  readonly ctx: ToolInvokeContext;
  /** Absent where no files are written. */
  readonly recorder?: RunRecorder;
  /** Takes the documents elsewhere than to files: in this thread, and with their locations. */
  readonly redirect?: (io: FlowIo) => FlowIo;
}

/** Runs what was planned: opens files, stores and resources, takes the documents through the flow, and cleans up. */
export async function runPlanned(
  { plan, files, source, sink, stored }: PlannedRun,
  listed: PlannedReport | undefined,
  request: RunRequest,
  { host, ctx, recorder, redirect }: RunSite,
): Promise<RunReport> {
  const door = findRunDoor(ctx);
  const mark = await processMark();
  const token = `${mark}-${randomBytes(6).toString('hex')}`;
  const inputs = files.map(({ input, outputs }): FileInput => ({ ...input, outputs }));
  const [targetLocale] = plan.targetLocales;
  const inPlace = request.inPlace === true;
  const { only = [], except = [] } = request;
  const select = only.length + except.length === 0 ? {} : { select: { only, except } };
  const shared = {
    inPlace,
    token,
    located: listed !== undefined || redirect !== undefined,
    listsMachineTexts: true,
    hashesOutputs: true,
    ...select,
    ...(targetLocale === undefined ? {} : { targetLocale }),
  };
  const isStored = source.kind === 'store' || sink.kind === 'store';
  const store = isStored || usesSession(plan, host) ? await host.openBlocks(ctx) : undefined;
  const fromStore = source.kind === 'store';
  const read =
    fromStore && inputs.length === 0
      ? { documents: stored.map((id) => storeDocument(id)) }
      : await fileIo({
          inputs,
          formats: host.formats,
          files: host.filesFor(ctx),
          keysOf: blockKeys,
          ...(await pairing(inputs)),
          ...shared,
        });
  const known = fromStore && inputs.length > 0 ? fromStored(read) : read;
  const bound = sink.kind === 'store' && store !== undefined ? toStore(known, store) : known;
  const io = redirect === undefined ? bound : redirect(bound);
  const opened = await host.openResources(plan, ctx);
  const temporaryFolder = await mkdtemp(join(tmpdir(), `${mark}-`));
  const total = files.length;
  const outputsById = new Map(files.map(({ input, outputs }) => [input.id, outputs.map(({ path }) => path)]));
  let done = 0;
  const { concurrency } = request;
  const isHere = isStored || redirect !== undefined;
  const threads = isHere ? undefined : runThreads({ plan, inputs, shared, concurrency }, host, ctx);
  const options: RunOptions = {
    tools: host.tools,
    call: callsWithin(ctx),
    resources: resourcesFor(opened.resources, files, door?.cwd ?? host.folder),
    signal: ctx.signal,
    temporaryFolder,
    ...(store === undefined ? {} : { store }),
    ...(concurrency === undefined ? {} : { concurrency }),
    keepGoing: request.keepGoing === true,
    ...(door?.trace === undefined ? {} : { trace: door.trace }),
    ...(threads === undefined ? {} : { threads }),
    ...(recorder === undefined ? {} : { willCommit: recorder.note }),
    onProgress: (event) => {
      if (event.kind === 'file-done') ctx.progress((done += 1), total, event.document);
      if (isWritten(event)) door?.onWritten?.(outputsById.get(event.document ?? '') ?? []);
      door?.onProgress?.(event);
    },
    log: (line) => door?.log?.(line),
  };
  const written = files.flatMap(({ outputs }) => outputs.map(({ path }) => path));
  const cleaning = removeLeftovers([...written.map((path) => dirname(path)), tmpdir()]);
  const removeEmptyFolders = await makeFolders(written);
  try {
    return await runFlow(listed === undefined ? plan : withReport(plan, listed), io, options);
  } finally {
    await cleaning;
    await removeEmptyFolders();
    await rm(temporaryFolder, { recursive: true, force: true });
    await opened.close();
  }
}

/** True for the end of a document whose outputs are in their places. */
function isWritten({ kind, data }: ProgressEvent): boolean {
  return kind === 'file-done' && (data?.['status'] === 'ok' || data?.['status'] === 'partial');
}

/** True when some step keeps what it has found for the next run. */
function usesSession(plan: FlowPlan, { tools }: ProjectHost): boolean {
  return planSteps(plan).some(
    ({ tool, config, contract }) => contract.category === 'translate' || 'sessionProcess' in tools.create(tool, config),
  );
}

/** Files as the store knows them: a block that is another one by now stays as the file has it, which is reported. */
function fromStored({ documents }: FlowIo): FlowIo {
  return { documents: documents.map((document) => withStored(document, { everywhere: true })) };
}

/** Adds outputs to the vault: text that was taken out of a file is looked for in its outputs. */
function resourcesFor(resources: Resources, files: PlannedRun['files'], cwd: string): Resources {
  const { vault } = resources;
  if (vault === undefined) return resources;
  const names = new Map(
    files.map(({ input, outputs }) => [input.id, outputs.map(({ path }) => relative(cwd, path).replaceAll(sep, '/'))]),
  );
  const made = (document: string) => (names.get(document) ?? []).filter((name) => name !== document);
  return { ...resources, vault: withOutputs(vault, made) };
}
