import type { ProgressEvent } from '@helve/flow/engine';
import type { Terminal } from '../../terminal.js';
import { drawnProgress } from './drawn-progress.js';

export interface RunProgress {
  show(event: ProgressEvent): void;
  /** Takes away what was drawn, until something happens again. */
  clear(): void;
}

const quiet: RunProgress = { show: () => undefined, clear: () => undefined };

/** On stderr: lines of JSON on request, bars on a terminal, else nothing. */
export function createRunProgress({ io, output }: Terminal): RunProgress {
  const mode = output.progress;
  if (mode === 'ndjson') {
    return { show: (event) => void io.stderr.write(`${JSON.stringify(event)}\n`), clear: () => undefined };
  }
  return mode === 'auto' && io.stderr.isTTY === true ? drawnProgress(io.stderr) : quiet;
}
