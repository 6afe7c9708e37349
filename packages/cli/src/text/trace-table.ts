import type { TraceEvent } from '@helve/core';
import type { Style } from './style.js';
import { toTable } from './table.js';

/** Writes the trace of a call as a table: which hook at which stage, what it decided and how long it took. */
export function toTraceTable(trace: readonly TraceEvent[], style: Style, indent = 0): string {
  // Most calls make one attempt, and need no column for it.
  const retried = trace.some(({ attempt }) => attempt > 1);
  const rows = trace.map(({ stage, hook, attempt, durationMs, result, late }) => [
    stage,
    hook === '' ? '-' : hook,
    ...(retried ? [String(attempt)] : []),
    toDuration(durationMs),
    late === true ? `${result} (after the answer)` : result,
  ]);
  const header = ['STAGE', 'HOOK', ...(retried ? ['ATTEMPT'] : []), 'TOOK', 'DECIDED'];
  return toTable(rows, { header, style, indent });
}

/** Milliseconds with as many digits as one can use. */
export function toDuration(ms: number): string {
  return `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`;
}
