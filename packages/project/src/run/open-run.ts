import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { ToolInvokeContext } from '@helve/core';
import type { Resources } from '@helve/flow';
import {
  callsWithin,
  fileIo,
  planSteps,
  storeDocument,
  toStore,
  withStored,
  type FileInput,
  type FlowIo,
  type FlowPlan,
  type ProgressEvent,
  type RunOptions,
} from '@helve/flow/engine';
import { blockKeys } from '@helve/l10n/run';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { withOutputs } from '../flow/project-vault.js';
import { processMark, removeLeftovers } from '../process/leftovers.js';
import { makeFolders } from './output-folder.js';
import { pairing } from './pairing.js';
import type { PlannedRun } from './plan-run.js';
import type { RunRecorder } from './record/record-run.js';
import { findRunDoor } from './run-door.js';
import type { RunRequest } from './run-request.js';
import { runThreads } from './run-threads.js';
import type { PlannedReport } from './step/plan-report.js';
import { withReport } from './step/report-step.js';

/** The project in which a run is made, the call that asked for it, and who remembers its outputs. */
export interface RunSite {
  readonly host: ProjectHost;
  readonly ctx: ToolInvokeContext;
  /** Absent where no files are written. */
  readonly recorder?: RunRecorder;
  /** Takes the documents elsewhere than to files: in this thread, and with their locations. */
  readonly redirect?: (io: FlowIo) => FlowIo;
}

/** A run with everything that its documents share. */
export interface OpenedRun {
  readonly plan: FlowPlan;
  readonly options: RunOptions;
  /** Opens documents of the run; all unless some are named. */
  open(documents?: readonly string[]): Promise<FlowIo>;
  /** Cleans up. */
  close(): Promise<void>;
}

/** Opens files, stores and resources for what was planned. */
export async function openRun(
  { plan, files, source, sink, stored }: PlannedRun,
  listed: PlannedReport | undefined,
  request: RunRequest,
  { host, ctx, recorder, redirect }: RunSite,
): Promise<OpenedRun> {
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
  const open = async (documents?: readonly string[]): Promise<FlowIo> => {
    const chosen = documents === undefined ? inputs : inputs.filter(({ id }) => documents.includes(id));
    const read =
      fromStore && inputs.length === 0
        ? { documents: stored.map((id) => storeDocument(id)) }
        : await fileIo({
            inputs: chosen,
            formats: host.formats,
            files: host.filesFor(ctx),
            keysOf: blockKeys,
            ...(await pairing(chosen)),
            ...shared,
          });
    const known = fromStore && inputs.length > 0 ? fromStored(read) : read;
    const bound = sink.kind === 'store' && store !== undefined ? toStore(known, store) : known;
    return redirect === undefined ? bound : redirect(bound);
  };
  const opened = await host.openResources(plan, ctx);
  const temporaryFolder = await mkdtemp(join(tmpdir(), `${mark}-`));
  const total = files.length;
  const outputsById = new Map(files.map(({ input, outputs }) => [input.id, outputs.map(({ path }) => path)]));
  let done = 0;
  const { concurrency } = request;
  const isHere = isStored || redirect !== undefined;
  const required = door?.durable !== undefined;
  const threads = isHere ? undefined : runThreads({ plan, inputs, shared, concurrency, required }, host, ctx);
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
    ...(recorder === undefined ? {} : { willCommit: async ({ report }) => recorder.note(report) }),
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
  return {
    plan: listed === undefined ? plan : withReport(plan, listed),
    options,
    open,
    async close() {
      await cleaning;
      await removeEmptyFolders();
      await rm(temporaryFolder, { recursive: true, force: true });
      await opened.close();
    },
  };
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
