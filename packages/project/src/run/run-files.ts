import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { Json, ToolInvokeContext } from '@helve/core';
import type { Resources } from '@helve/flow';
import {
  callsWithin,
  explainPlan,
  fileIo,
  planSteps,
  storeDocument,
  toStore,
  withStored,
  type DocumentReport,
  type Explanation,
  type FlowIo,
  type FlowPlan,
  type ProgressEvent,
  readFlowInput,
  runFlow,
  type FileInput,
  type RunOptions,
  type RunReport,
} from '@helve/flow/engine';
import { blockKeys, createCheckReport, fileFindings, type AnnotationReport, type CheckReport } from '@helve/l10n/run';
import type { ResolvedConfig } from '../config/config-keys.js';
import { assertFiles } from './assert-files.js';
import { assertInPlace } from './assert-in-place.js';
import { assertLanguage } from './assert-language.js';
import { assertOverwrite } from './assert-overwrite.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import type { ContentReport } from './step/gathered-content.js';
import { checkSteps, planReport, type PlannedReport } from './step/plan-report.js';
import { contentReportName, withReport } from './step/report-step.js';
import { needsTerms } from '../term/run-terms.js';
import { assertMemories, memoriesIn } from '../memory/run-memories.js';
import { isAtTerminal, isCallerFiles } from '../reach/caller-files.js';
import { makeFolders } from './output-folder.js';
import { processMark, removeLeftovers } from '../process/leftovers.js';
import { openFallbackRecord } from './fallback-record.js';
import { findKept } from './kept-texts.js';
import { openOutputRecord, type OutputOrigin, type RunMark } from './output-record.js';
import { planPrompts, type PlannedPrompt } from './plan-prompts.js';
import { planRun, type PlannedRun } from './plan-run.js';
import { withOutputs } from '../flow/project-vault.js';
import { pairing } from './pairing.js';
import { findRunDoor } from './run-door.js';
import type { SkippedFile } from './run-inputs.js';
import type { ThreadData } from './serve-run-thread.js';
import type { UnmatchedTemplate } from './find-existing.js';
import { isExplanation, type RunRequest } from './run-request.js';
import { changedInputs, isRepeatable, markInputs } from './unchanged-inputs.js';

/** The report of a run, with that of its checks where it has some. */
export interface FilesReport extends Omit<RunReport, 'documents'> {
  readonly documents: readonly FilesDocument[];
  readonly skipped: readonly SkippedFile[];
  /** Number of files that were left out since they have not changed. */
  readonly unchanged?: number;
  /** Languages for which `existing` leads to no file. */
  readonly unmatched?: readonly UnmatchedTemplate[];
  readonly check?: CheckReport;
  /** Annotations of steps, where they are listed. */
  readonly annotations?: AnnotationReport;
}

/** The outcome of one file. */
export interface FilesDocument extends Omit<DocumentReport, 'outputs'> {
  readonly outputs: readonly FilesOutput[];
}

/** One file that was written. */
export interface FilesOutput extends Omit<DocumentReport['outputs'][number], 'fallback'> {
  /** Number of blocks without a target that were written as their source. */
  readonly untranslated?: number;
}

/** Explanation of a run that was not made, with skipped files and prompts. */
export interface ExplainedRun extends Explanation {
  readonly skipped: readonly SkippedFile[];
  readonly prompts?: readonly PlannedPrompt[];
}

/** True for the answer of a run that was made. */
export function isFilesReport(answer: object): answer is FilesReport {
  return 'documents' in answer && 'reports' in answer;
}

/** True for the answer of a run that was only explained. */
export function isExplainedRun(answer: object): answer is ExplainedRun {
  return !isFilesReport(answer) && 'skipped' in answer;
}

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
  const report = await runPlanned(run, listed, request, host, ctx);
  await recordOutputs(run, report, host.folder, { marks, kept });
  if (sink.kind === 'store' && config.tm.learn === 'reviewed') {
    const documents = report.documents.map(({ document }) => document);
    const { learnStored } = await import('../memory/learn-stored.js');
    await learnStored(await host.openBlocks(ctx), documents, config, host.folder);
  }
  const { reports, steps, ...rest } = report;
  const { [contentReportName]: found, ...others } = reports;
  const content = found as ContentReport | undefined;
  const check = listed?.findings === true ? judge(planned, report, content, request, config) : undefined;
  const annotations = listed === undefined || listed.made.length === 0 ? undefined : (content?.annotations ?? nothing);
  return {
    ...rest,
    documents: toldTo(ctx, withCounts(rest.documents), host.folder),
    steps: steps.filter(({ node }) => node !== contentReportName),
    reports: others,
    skipped,
    ...(run.unchanged === 0 ? {} : { unchanged: run.unchanged }),
    ...(run.unmatched.length === 0 ? {} : { unmatched: run.unmatched }),
    ...(check === undefined ? {} : { check }),
    ...(annotations === undefined ? {} : { annotations }),
  } satisfies FilesReport;
}

/** Annotations of a run without documents. */
const nothing: AnnotationReport = Object.freeze({ total: 0, counts: {}, blocks: [] });

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

/** Remembers the files that a run has written, and what in them is not translated; what standard input became is none. */
async function recordOutputs(
  { files }: PlannedRun,
  { documents }: RunReport,
  folder: string,
  { marks, kept }: { readonly marks: ReadonlyMap<string, RunMark>; readonly kept: ReadonlyMap<string, string> },
): Promise<void> {
  const named = new Set(
    files.flatMap(({ input, outputs }) => (input.path === undefined ? [] : outputs.map(({ path }) => path))),
  );
  const fallbacks = openFallbackRecord(folder);
  const written = new Map<string, OutputOrigin>();
  for (const { document, status, outputs } of documents) {
    for (const { path, fallback } of outputs) {
      if (path === undefined || !named.has(path)) continue;
      // A partial run is tried again.
      const mark = status === 'ok' ? marks.get(document) : undefined;
      const from = kept.get(path);
      written.set(path, { ...mark, ...(from === undefined ? {} : { kept: from }) });
      await fallbacks.put(path, fallback ?? {});
    }
  }
  await openOutputRecord(folder).add(written);
}

/** Documents as reports show them: untranslated blocks are counted, not listed. */
function withCounts(documents: RunReport['documents']): readonly FilesDocument[] {
  return documents.map((document) => ({
    ...document,
    outputs: document.outputs.map(({ fallback, ...output }) => ({
      ...output,
      ...(fallback === undefined ? {} : { untranslated: Object.keys(fallback).length }),
    })),
  }));
}

/** Callers from outside hear of places in the project, and not of where it lies on the machine. */
function toldTo(ctx: ToolInvokeContext, documents: readonly FilesDocument[], folder: string): readonly FilesDocument[] {
  if (isAtTerminal(ctx)) return documents;
  const withShownPath = <Place extends { readonly path?: string }>(location: Place): Place =>
    location.path === undefined
      ? location
      : { ...location, path: relative(folder, location.path).replaceAll(sep, '/') };
  return documents.map((document) => ({
    ...withShownPath(document),
    outputs: document.outputs.map(withShownPath),
    ...(document.pairs === undefined ? {} : { pairs: document.pairs.map(withShownPath) }),
  }));
}

/** Refuses outputs that a caller may not write, before a folder is made for one. */
function assertAllowed({ files }: PlannedRun, { reach }: ProjectHost, ctx: ToolInvokeContext): void {
  if (isAtTerminal(ctx)) return;
  for (const { path } of files.flatMap(({ outputs }) => outputs)) reach.locate(path, 'write');
}

async function runPlanned(
  { plan, files, source, sink, stored }: PlannedRun,
  listed: PlannedReport | undefined,
  request: RunRequest,
  host: ProjectHost,
  ctx: ToolInvokeContext,
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
    located: listed !== undefined,
    listsFallback: true,
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
  const io = sink.kind === 'store' && store !== undefined ? toStore(known, store) : known;
  const opened = await host.openResources(plan, ctx);
  const temporaryFolder = await mkdtemp(join(tmpdir(), `${mark}-`));
  const total = files.length;
  const outputsById = new Map(files.map(({ input, outputs }) => [input.id, outputs.map(({ path }) => path)]));
  let done = 0;
  const options: RunOptions = {
    tools: host.tools,
    call: callsWithin(ctx),
    resources: resourcesFor(opened.resources, files, door?.cwd ?? host.folder),
    signal: ctx.signal,
    temporaryFolder,
    ...(store === undefined ? {} : { store }),
    ...(request.concurrency === undefined ? {} : { concurrency: request.concurrency }),
    keepGoing: request.keepGoing === true,
    ...(door?.trace === undefined ? {} : { trace: door.trace }),
    ...(inputs.every((input) => input.source === undefined) && !isStored && !usesRemote(plan, host)
      ? {
          threads: toThreads(
            inputs,
            { shared, ...collectNeeds(plan), ...doorFor(host, ctx) },
            host,
            request.concurrency,
          ),
        }
      : {}),
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

/** True when a worker is asked, by a step or by one inside of a step: this thread has started it. */
function usesRemote(plan: FlowPlan, { remote }: ProjectHost): boolean {
  if (remote.size === 0) return false;
  const named = JSON.stringify(planSteps(plan).map(({ tool, config }) => [tool, config]));
  return [...remote].some((name) => named.includes(JSON.stringify(name)));
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

/** Names what a thread has to load before it can take a document through the steps. */
function collectNeeds(plan: FlowPlan): Pick<ThreadData, 'tools' | 'terms' | 'memories'> {
  return { tools: planSteps(plan).map(({ tool }) => tool), terms: needsTerms(plan), memories: memoriesIn(plan) };
}

/** Names the files of the caller, so that a thread opens those and no others. */
function doorFor(host: ProjectHost, ctx: ToolInvokeContext): Pick<ThreadData, 'named'> {
  const files = host.filesFor(ctx);
  return isCallerFiles(files) ? { named: files.named } : {};
}

/** Threads load the project themselves and get the rest as data. */
function toThreads(
  inputs: readonly FileInput[],
  more: Omit<ThreadData, 'configFile' | 'overrides' | 'inputs' | 'shared'> & { readonly shared: object },
  { configFile, overrides, threads: pool }: ProjectHost,
  count: number | undefined,
): NonNullable<RunOptions['threads']> {
  const data = { configFile, overrides, inputs, ...more } as unknown as Json;
  const module = new URL('../bin/flow-thread.js', import.meta.url);
  return { pool, module, data, ...(count === undefined ? {} : { count }) };
}

function judge(
  { plan }: PlannedRun,
  { documents, losses, quarantine }: RunReport,
  found: ContentReport | undefined,
  request: RunRequest,
  config: ResolvedConfig,
): CheckReport {
  const { findings = [], blocks = 0, words = 0 } = found ?? {};
  return createCheckReport({
    findings: [...findings, ...fileFindings(losses)],
    files: documents.map(({ document }) => document),
    failures: [...documents, ...quarantine.blocks].flatMap(({ document, error }) =>
      error === undefined ? [] : [{ file: document, message: error.message }],
    ),
    blocks,
    words,
    locales: [...new Set(plan.passes.flat())],
    checks: checkSteps(plan).map(({ tool, version, config: used }) => ({ id: tool, version, config: used })),
    ignore: [...(config.checks.ignore ?? []), ...(request.ignore ?? [])],
    gate: { ...config.checks.gate, ...request.gate },
    today: new Date().toISOString().slice(0, 10),
  });
}
