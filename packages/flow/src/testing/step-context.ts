import type { Json, JsonObject } from '@helve/core';
import type { LossNote } from '../contract/loss.js';
import type { StepContext } from '../contract/tool.js';

/** A context that keeps what handlers say. */
export interface RecordingContext extends StepContext {
  readonly losses: LossNote[];
  readonly reports: Json[];
  readonly failures: { readonly block: string; readonly error: unknown }[];
}

/** Creates a context for a handler outside of a run: no calls, a stopped clock, and failures are thrown. */
export function recordingContext(more: Partial<StepContext> & { readonly config?: JsonObject } = {}): RecordingContext {
  const losses: LossNote[] = [];
  const reports: Json[] = [];
  const failures: { block: string; error: unknown }[] = [];
  return {
    signal: new AbortController().signal,
    config: {},
    locales: { source: 'en', all: ['en'] },
    document: { id: 'a.json' },
    step: { node: '1', tool: 'probe' },
    call: () => Promise.reject(new Error('Cannot call a tool: there is no run')),
    resources: { get: () => undefined },
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    log: () => {},
    lose: (loss) => void losses.push(loss),
    report: (entry) => void reports.push(entry),
    conceal: () => undefined,
    shown: (text) => text,
    failBlock: (block, error) => {
      failures.push({ block, error });
      throw error;
    },
    losses,
    reports,
    failures,
    ...more,
  };
}
