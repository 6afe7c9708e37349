import type { ToolHook, ToolInvokeContext } from '@helve/core';
import { aCount, aDuration, aFunction, aPort, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { partitionOf } from '../partition.js';
import type { ResultStore } from '../port/result-store.js';
import { priorities } from '../priorities.js';
import { reportFailure, type FailureReporter } from '../report-failure.js';
import { isSmallerThan } from './is-smaller-than.js';
import { RESULT_READ } from './result-read.js';

export interface ResultCapOptions {
  readonly store: ResultStore;
  /** Maximum size of the output as JSON, in UTF-8. Default: 256 KiB. */
  readonly maxBytes?: number;
  /** Size of the part that is shown of a larger one. Default: 16 KiB, and never more than `maxBytes`. */
  readonly headChars?: number;
  /** Lifetime of the rest. Default: an hour. */
  readonly ttlMs?: number;
  readonly report?: FailureReporter;
}

/** Replacement of an output that is too large. */
export interface CappedResult {
  readonly truncated: true;
  /** The beginning of the text, or of the JSON of anything else. */
  readonly head: string;
  readonly bytes: number;
  /** Handle for `result_read`; null if the rest could not be stored. */
  readonly handle: string | null;
  readonly hint: string;
}

const checks = {
  store: required(aPort('put', 'read')),
  maxBytes: aCount,
  headChars: aCount,
  ttlMs: aDuration,
  report: aFunction,
};

/** Cuts outputs that are too large for a model or a client; the tool `result_read` returns the rest. */
export function resultCap(options: ResultCapOptions): ToolHook {
  const {
    store,
    maxBytes = 262_144,
    headChars = 16_384,
    ttlMs = 3_600_000,
    report,
  } = checkHookOptions('resultCap', options, checks);

  /** Only its owner can read it, so an unidentified caller gets no handle. */
  const keep = async (ctx: ToolInvokeContext, text: string): Promise<string | null> => {
    const owner = partitionOf(ctx);
    if (owner === undefined) return null;
    const handle = crypto.randomUUID();
    try {
      await store.put(handle, owner, text, ttlMs, ctx.now());
      return handle;
    } catch (thrown) {
      reportFailure(report, thrown, ctx, 'the rest of the result could not be kept', 'GOVERN_RESULT_STORE_DOWN');
      return null;
    }
  };

  const cut = async (ctx: ToolInvokeContext, text: string, bytes: number): Promise<void> => {
    const handle = await keep(ctx, text);
    ctx.output = cappedResult(text, bytes, Math.min(headChars, Math.floor(maxBytes / 3)), handle);
    ctx.setMeta('truncated', true);
  };

  return {
    name: 'resultCap',
    priority: () => priorities.resultCap,
    // Synchronous as long as the output is small.
    willTransformOutput(ctx) {
      const { output } = ctx;
      if (isSmallerThan(output, maxBytes) || ctx.toolId === RESULT_READ) return undefined;
      const text = textOf(output);
      // A character has at most three bytes in UTF-8 for each unit of its length.
      if (text === undefined || text.length * 3 <= maxBytes) return undefined;
      const bytes = new TextEncoder().encode(text).length;
      if (bytes <= maxBytes) return undefined;
      return cut(ctx, text, bytes);
    },
  };
}

function cappedResult(text: string, bytes: number, headChars: number, handle: string | null): CappedResult {
  const head = headOf(text, headChars);
  const hint =
    handle === null
      ? 'The rest is not kept: ask for less, or call with a user or a session'
      : `Read on with ${RESULT_READ} { "handle": "${handle}", "offset": ${head.length} }`;
  return Object.freeze({ truncated: true, head, bytes, handle, hint });
}

/** Cuts without splitting a character. */
function headOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

function textOf(output: unknown): string | undefined {
  if (typeof output === 'string') return output;
  try {
    return JSON.stringify(output);
  } catch {
    // A value that JSON cannot hold has no size to cap; the door that writes it reports the problem.
    return undefined;
  }
}
