import { isToolError } from '@helve/core';
import { documentsMeet } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import type { PlannedRun } from '../run/plan-run.js';
import type { RunDoor } from '../run/run-door.js';

/** True for a run that can be a job. */
export function isDurable(...run: Parameters<typeof assertDurable>): boolean {
  try {
    assertDurable(...run);
    return true;
  } catch (thrown) {
    if (isToolError(thrown)) return false;
    throw thrown;
  }
}

/** Refuses a run that could not go on in another process, or that would do twice what may be done once. */
export function assertDurable(planned: PlannedRun, door: Pick<RunDoor, 'standard' | 'trace' | 'typed'>): void {
  const { source, sink, plan, files } = planned;
  if (door.standard !== undefined) throw refused('standard input is gone with its process', 'Name a file');
  if (source.kind === 'store' || sink.kind === 'store')
    throw refused('blocks of the store are read and written as one', 'Run it without `--durable`');
  if (door.trace !== undefined) throw refused('a trace shows one process', 'Leave out `--trace`');
  if ((door.typed?.secrets.size ?? 0) > 0)
    throw refused('no job keeps a secret that was typed', 'Name the key in the environment');
  const replaced = files.find(({ input, outputs }) => outputs.some(({ path }) => path === input.path));
  if (replaced === undefined) return;
  const isAlone = !documentsMeet(plan) && replaced.outputs.length === 1;
  if (!isAlone) {
    throw refused(
      `"${replaced.input.id}" is replaced, and would be read again as it was not`,
      'Write it elsewhere with `-o`',
    );
  }
}

function refused(problem: string, suggestion: string): Error {
  return projectErrors.create(
    'PROJECT_REQUEST_INVALID',
    { problem: `a durable run is not possible: ${problem}` },
    {
      details: { suggestion },
    },
  );
}
