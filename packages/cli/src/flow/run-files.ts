import { randomBytes } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { Json, ToolInvokeContext } from '@helve/core';
import {
  callPortOf,
  explainPlan,
  fileIo,
  planSteps,
  storeDocument,
  toStore,
  type BlockStore,
  type FlowIo,
  type FlowPlan,
  flowOf,
  runFlow,
  type FileInput,
  type Resources,
  type RunOptions,
  type RunReport,
} from '@helve/flow';
import { createCheckReport, type CheckReport } from '@helve/l10n';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from './create-flow-host.js';
import { checkSteps, findingsReportName, withFindings, type FindingsReport } from './findings-step.js';
import { assertInside } from './inside-project.js';
import { planRun, type PlannedRun } from './plan-run.js';
import { withOutputs } from './project-vault.js';
import { doorOf } from './run-door.js';
import type { SkippedFile } from './run-inputs.js';
import type { RunRequest } from './run-request.js';

/** The report of a run, with that of its checks where it has some. */
export interface FilesReport extends RunReport {
  readonly skipped: readonly SkippedFile[];
  readonly check?: CheckReport;
}

/** Takes files through a flow; with `explain` it only says what that would mean. */
export async function runRequest(
  request: RunRequest,
  host: ProjectHost,
  config: ResolvedConfig,
  ctx: ToolInvokeContext,
): Promise<object> {
  const flow = await flowOf(request.flow, host, ctx);
  const planned = await planRun(flow, request, host, config, ctx);
  await assertAllowed(planned, host, ctx);
  const { plan, source, sink, files, skipped } = planned;
  if (request.explain === true) {
    const rows = files.map(({ input, format, outputs }) => ({
      input: input.id,
      format: format.id,
      outputs: outputs.map(({ path }) => path),
    }));
    return { ...explainPlan(plan, { source, sink, files: rows }), skipped };
  }
  const checks = checkSteps(plan);
  const report = await runPlanned(planned, checks.length > 0, request, host, ctx);
  const { reports, steps, ...rest } = report;
  const { [findingsReportName]: found, ...others } = reports;
  const check = checks.length === 0 ? undefined : judge(planned, found as FindingsReport | undefined, request, config);
  return {
    ...rest,
    steps: steps.filter(({ node }) => node !== findingsReportName),
    reports: others,
    skipped,
    ...(check === undefined ? {} : { check }),
  } satisfies FilesReport;
}

/** A caller that came through no door of this machine stays in the project. */
async function assertAllowed({ files }: PlannedRun, host: ProjectHost, ctx: ToolInvokeContext): Promise<void> {
  if (doorOf(ctx) !== undefined) return;
  const paths = files.flatMap(({ input, outputs }) => [input.path ?? '', ...outputs.map(({ path }) => path)]);
  for (const path of paths) await assertInside(host.folder, path);
}

async function runPlanned(
  { plan, files, source, sink, stored }: PlannedRun,
  judged: boolean,
  request: RunRequest,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<RunReport> {
  const door = doorOf(ctx);
  const token = randomBytes(6).toString('hex');
  const inputs = files.map(({ input, outputs }): FileInput => ({ ...input, outputs }));
  const [targetLocale] = plan.targetLocales;
  const inPlace = request.inPlace === true;
  const shared = { inPlace, token, ...(targetLocale === undefined ? {} : { targetLocale }) };
  const isStored = source.kind === 'store' || sink.kind === 'store';
  const store = isStored || usesSession(plan, host) ? await host.openBlocks() : undefined;
  const read =
    source.kind === 'store' && store !== undefined
      ? await storedIo(stored, store)
      : await fileIo({ inputs, formats: host.formats, ...shared });
  const io = sink.kind === 'store' && store !== undefined ? toStore(read, store) : read;
  const opened = await host.openResources(plan, ctx);
  const total = files.length;
  let done = 0;
  const options: RunOptions = {
    tools: host.tools,
    call: callPortOf(ctx),
    resources: resourcesFor(opened.resources, files, door?.cwd ?? host.folder),
    signal: ctx.signal,
    ...(store === undefined ? {} : { store }),
    ...(request.concurrency === undefined ? {} : { concurrency: request.concurrency }),
    keepGoing: request.keepGoing === true,
    ...(door?.trace === undefined ? {} : { trace: door.trace }),
    ...(inputs.every((input) => input.source === undefined) && !isStored && !usesRemote(plan, host)
      ? { threads: threadsOf(inputs, shared, host.configFile, request.concurrency) }
      : {}),
    onProgress: (event) => {
      if (event.kind === 'file-done') ctx.progress((done += 1), total, event.document);
      door?.onProgress?.(event);
    },
    log: (line) => door?.log?.(line),
  };
  try {
    return await runFlow(judged ? withFindings(plan) : plan, io, options);
  } finally {
    await opened.close();
  }
}

/** Whether some step keeps what it has found for the next run. */
function usesSession(plan: FlowPlan, { tools }: ProjectHost): boolean {
  return planSteps(plan).some(
    ({ tool, config, contract }) => contract.category === 'translate' || 'sessionProcess' in tools.create(tool, config),
  );
}

/** Whether a worker is asked, by a step or by one inside of a step: this thread has started it. */
function usesRemote(plan: FlowPlan, { remote }: ProjectHost): boolean {
  if (remote.size === 0) return false;
  const named = JSON.stringify(planSteps(plan).map(({ tool, config }) => [tool, config]));
  return [...remote].some((name) => named.includes(JSON.stringify(name)));
}

/** The documents of the store: those that were named, or all. */
async function storedIo(named: readonly string[], store: BlockStore): Promise<FlowIo> {
  const session = await store.begin();
  const documents = new Set(named);
  try {
    if (named.length === 0) for await (const { ref } of session.blocks()) documents.add(ref.document);
  } finally {
    await session.close();
  }
  return { documents: [...documents].map((id) => storeDocument(id)) };
}

/** What is taken out of a file is looked for in what was made of it. */
function resourcesFor(resources: Resources, files: PlannedRun['files'], cwd: string): Resources {
  const { vault } = resources;
  if (vault === undefined) return resources;
  const names = new Map(
    files.map(({ input, outputs }) => [input.id, outputs.map(({ path }) => relative(cwd, path).replaceAll(sep, '/'))]),
  );
  const made = (document: string) => (names.get(document) ?? []).filter((name) => name !== document);
  return { vault: withOutputs(vault, made), get: (uri) => resources.get(uri) };
}

/** Threads load the project themselves and get the rest as data. */
function threadsOf(
  inputs: readonly FileInput[],
  shared: object,
  configFile: string,
  count: number | undefined,
): NonNullable<RunOptions['threads']> {
  const data = { configFile, inputs, shared } as unknown as Json;
  const module = new URL('../bin/flow-thread.js', import.meta.url);
  return { module, data, ...(count === undefined ? {} : { count }) };
}

function judge(
  { plan, files }: PlannedRun,
  found: FindingsReport | undefined,
  request: RunRequest,
  config: ResolvedConfig,
): CheckReport {
  const { findings = [], blocks = 0, words = 0 } = found ?? {};
  return createCheckReport({
    findings,
    files: files.map(({ input }) => input.id),
    blocks,
    words,
    locales: [...new Set(plan.passes.flat())],
    checks: checkSteps(plan).map(({ tool, version, config: used }) => ({ id: tool, version, config: used })),
    ignore: [...(config.checks.ignore ?? []), ...(request.ignore ?? [])],
    gate: { ...config.checks.gate, ...request.gate },
    today: new Date().toISOString().slice(0, 10),
  });
}
