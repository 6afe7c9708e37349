import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findInputs } from '@helve/flow/engine';
import type { Project } from '@helve/project';
import type { FilesReport, RunRequest } from '@helve/project/run';
import { ExitCode, exitCodeOfSignal } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { toFailureText } from '../../text/to-failure-text.js';

/** Time between two looks at the files; a look that takes long is made less often. */
const LOOK_MS = 250;
const REST = 10;

/** A run that is repeated: it tells its report each time. */
export interface WatchedRun {
  readonly project: Project;
  readonly request: Omit<RunRequest, 'flow'>;
  /** Path of the flow document, if the flow is one. */
  readonly flowFile: string | undefined;
  run(onReport: (report: FilesReport) => void): Promise<ExitCode>;
}

/** Runs at once and after every change of the files, until a signal comes; a run that fails waits for the next change. */
export async function watchRun(watched: WatchedRun, terminal: Terminal): Promise<ExitCode> {
  const { signal } = terminal.io;
  let more: readonly string[] = [];
  while (!signal.aborted) {
    const before = await look(watched, more, terminal);
    const outputs = new Set<string>();
    try {
      await watched.run(({ documents }) => {
        more = documents.flatMap(({ pairs = [] }) => pairs.map(({ path }) => path));
        for (const { path } of documents.flatMap((document) => document.outputs))
          if (path !== undefined) outputs.add(path);
      });
    } catch (error) {
      terminal.printError((style) => toFailureText(error, style));
    }
    if (signal.aborted) break;
    terminal.notify('Waiting for changes. Stop with Ctrl-C');
    await untilChanged(watched, more, terminal, { before, outputs });
  }
  return signal.reason === 'SIGTERM' ? ExitCode.done : exitCodeOfSignal(String(signal.reason));
}

/** Files with the marks of their state: size and time of change. */
type Look = ReadonlyMap<string, string>;

/** Waits for a change, and then until nothing changes any more. What the run itself has written is no change. */
async function untilChanged(
  watched: WatchedRun,
  more: readonly string[],
  terminal: Terminal,
  { before, outputs }: { readonly before: Look; readonly outputs: ReadonlySet<string> },
): Promise<void> {
  const { signal } = terminal.io;
  const written = await look(watched, more, terminal);
  let last: Look = new Map([...before, ...[...written].filter(([path]) => outputs.has(path) || more.includes(path))]);
  let hasChanged = false;
  while (!signal.aborted) {
    const started = performance.now();
    const now = await look(watched, more, terminal);
    const isSame = sameLook(last, now, outputs);
    if (isSame && hasChanged) return;
    hasChanged ||= !isSame;
    last = now;
    await pause(Math.max(LOOK_MS, (performance.now() - started) * REST), undefined, { signal }).catch(() => undefined);
  }
}

/** True when two looks agree; an output among the inputs that is new was made by the run. */
function sameLook(before: Look, now: Look, outputs: ReadonlySet<string>): boolean {
  const changed = [...now].some(
    ([path, mark]) => before.get(path) !== mark && (before.has(path) || !outputs.has(path)),
  );
  return !changed && [...before.keys()].every((path) => now.has(path));
}

async function look(
  { project, request, flowFile }: WatchedRun,
  more: readonly string[],
  { io }: Terminal,
): Promise<Look> {
  const { files = [] } = request;
  const [names, folder] =
    files.length > 0 ? [files, io.cwd] : [project.config.content.map(({ path }) => path), dirname(project.configFile)];
  const found = new Set(more);
  for (const name of names) {
    // A file that is gone for a moment is a change.
    const { files: inputs } = await findInputs([name], folder).catch(() => ({ files: [] }));
    for (const { path } of inputs) found.add(path);
  }
  if (flowFile !== undefined) found.add(resolve(io.cwd, flowFile));
  const marks = new Map<string, string>();
  for (const path of found) {
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined) marks.set(path, `${stats.mtimeMs} ${stats.size}`);
  }
  return marks;
}
