import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isPlainObject } from '@helve/core';
import { STANDARD_INPUT, type ProgressEvent, type TraceOptions } from '@helve/flow/engine';
import { spoolSource } from '@helve/l10n/run';
import { type Project, processMark } from '@helve/project';
import type { Terminal } from '../../terminal.js';
import { askForTrust } from './ask-for-trust.js';
import { callRecord, recordData } from './call-record.js';
import { createLogPrinter } from './print-log.js';
import {
  isExplainedRun,
  isFilesReport,
  type ExplainedRun,
  type FilesReport,
  type RunDoor,
  type RunRequest,
  type TypedTool,
} from '@helve/project/run';

/** One run from a terminal. */
export interface TerminalRun {
  readonly request: RunRequest;
  /** The tool was typed, with its config. */
  readonly typed?: TypedTool | undefined;
  /** The digest of `--trust-exec`. */
  readonly trustExec?: string | undefined;
  readonly trace?: TraceOptions | undefined;
  /** The report is for programs or a page, so that it holds all annotations of a run that only annotates. */
  readonly whole?: boolean | undefined;
  onProgress?(event: ProgressEvent): void;
  /** Something is about to be written where progress is drawn. */
  stepAside?(): void;
}

/** Makes a run through the record `flow.run`, under the rules of the project; throws the error of the answer. */
export async function callRun(
  project: Project,
  run: TerminalRun,
  terminal: Terminal,
): Promise<ExplainedRun | FilesReport> {
  const standard = await openStandard(run.request, terminal);
  const written: string[] = [];
  const log = createLogPrinter(terminal, () => run.stepAside?.());
  const door: RunDoor = {
    cwd: terminal.io.cwd,
    ...(run.typed === undefined ? {} : { typed: run.typed }),
    agrees: (request) => askForTrust(request, run.trustExec, terminal),
    ...(standard === undefined ? {} : { standard }),
    ...(run.trace === undefined ? {} : { trace: run.trace }),
    ...(run.whole === true ? { annotations: 'all' } : {}),
    onProgress: (event) => run.onProgress?.(event),
    onWritten: (paths) => void written.push(...paths),
    log: log.print,
  };
  try {
    const response = await callRecord(project, { tool: 'flow.run', input: run.request, door }, terminal);
    if (!response.ok) {
      run.stepAside?.();
      for (const path of written) terminal.notify(`Written: ${relative(terminal.io.cwd, path)}`);
    }
    const answer = runAnswer(recordData(response));
    if (isFilesReport(answer)) log.end(answer.log.total);
    if (standard !== undefined) await writeStandard(standard.path, terminal);
    return answer;
  } finally {
    await standard?.close();
  }
}

interface Standard extends NonNullable<RunDoor['standard']> {
  close(): Promise<void>;
}

/** Opens standard input where it is one of the files. */
export async function openStandard(
  { files = [] }: Pick<RunRequest, 'files'>,
  { io }: Terminal,
): Promise<Standard | undefined> {
  if (!files.includes(STANDARD_INPUT)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), `${await processMark()}-`));
  const source = await spoolSource(toBytes(io.stdin), { folder });
  return {
    source,
    path: join(folder, 'output'),
    close: async () => {
      await source.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function* toBytes(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** A run that writes nothing leaves nothing to show. */
async function writeStandard(path: string, { io }: Terminal): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined);
  // Bytes as they are: what came in may be no UTF-8, and so may be what goes out.
  if (bytes !== undefined) io.stdout.write(bytes);
}

function runAnswer(data: unknown): ExplainedRun | FilesReport {
  if (isPlainObject(data) && (isFilesReport(data) || isExplainedRun(data))) return data;
  throw new TypeError('Cannot show the run: its answer is not a report');
}
