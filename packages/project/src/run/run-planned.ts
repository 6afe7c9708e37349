import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { Json, ToolInvokeContext } from '@helve/core';
import type { Resources } from '@helve/flow';
import {
  callsWithin,
  fileIo,
  planSteps,
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
import type { ProjectHost } from '../flow/create-flow-host.js';
import { withOutputs } from '../flow/project-vault.js';
import { memoriesIn } from '../memory/run-memories.js';
import { processMark, removeLeftovers } from '../process/leftovers.js';
import { isCallerFiles } from '../reach/caller-files.js';
import { needsTerms } from '../term/run-terms.js';
import { makeFolders } from './output-folder.js';
import { pairing } from './pairing.js';
import type { PlannedRun } from './plan-run.js';
import type { RunRecorder } from './record/record-run.js';
import { findRunDoor } from './run-door.js';
import type { RunRequest } from './run-request.js';
import type { ThreadData } from './serve-run-thread.js';
import type { PlannedReport } from './step/plan-report.js';
import { withReport } from './step/report-step.js';

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
    ...(inputs.every((input) => input.source === undefined) &&
    redirect === undefined &&
    !isStored &&
    !usesRemote(plan, host)
      ? {
          threads: toThreads(
            inputs,
            { shared, ...collectNeeds(plan), ...doorFor(host, ctx) },
            host,
            request.concurrency,
          ),
        }
      : {}),
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
