import { callAfter } from '../time/call-after.js';
import { ownerOf } from '../access/owner.js';
import { createRedactor } from '../redact/redactor.js';
import type { CallRecord, TrailSink } from '../contract/trail.js';
import type { ResponseMeta } from '../contract/tool-response.js';
import type { ErrorFacts } from '../errors/to-tool-error.js';
import { isToolError } from '../errors/tool-error.js';
import type { InvokeOptions, Report } from './invoke-options.js';
import { report } from './report.js';

/** A call that ended before it had a context. */
export interface Unstarted {
  readonly options: unknown;
  readonly thrown: unknown;
  readonly error: ErrorFacts;
  readonly meta: ResponseMeta;
  readonly report: Report | undefined;
}

/** Longest time that an answer waits for such a record. */
const APPEND_MS = 5_000;

/** Appends the record of such a call, since no audit hook could. False if the trail failed or did not take it in time. */
export async function recordUnstarted(call: Unstarted): Promise<boolean> {
  const trail = trailOf(call.options);
  if (trail === undefined) return true;
  try {
    const options = call.options as Partial<InvokeOptions>;
    await within(appendMs(options), trail.append(toRecord(call, options)));
    return true;
  } catch (thrown) {
    const { toolId, requestId } = call.meta;
    report(call.report, thrown, { toolId, requestId });
    return false;
  }
}

function appendMs({ timeoutMs }: Partial<InvokeOptions>): number {
  return typeof timeoutMs === 'number' && timeoutMs >= 0 ? Math.min(timeoutMs, APPEND_MS) : APPEND_MS;
}

function within(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = callAfter(ms, () => reject(new Error(`Cannot wait for the trail: it still runs after ${ms} ms`)));
    work.then(resolve, reject).finally(stop);
  });
}

function trailOf(options: unknown): TrailSink | undefined {
  try {
    const trail = (options as Partial<InvokeOptions> | undefined)?.trail;
    return typeof trail?.append === 'function' ? trail : undefined;
  } catch {
    // Options that throw when they are read name no trail.
    return undefined;
  }
}

function toRecord({ thrown, error, meta }: Unstarted, options: Partial<InvokeOptions>): CallRecord {
  const { user, sessionId, call = {}, rawInput } = options;
  const redactor = createRedactor();
  const seen = redactor.redact({ rawInput, provenance: call.provenance });
  const { rawInput: input, provenance } = seen.value as { readonly rawInput?: unknown; readonly provenance?: unknown };
  // The text of an unforeseen error stays here; callers get a fixed sentence.
  const message = isToolError(thrown) || !(thrown instanceof Error) ? error.message : thrown.message;
  const userId = typeof user?.id === 'string' ? user.id : 'anonymous';
  return Object.freeze({
    requestId: meta.requestId,
    toolId: meta.toolId,
    toolVersion: meta.toolVersion,
    registryVersion: meta.registryVersion,
    userId,
    owner: ownerOf({ id: userId, ...texts({ tenant: user?.tenant, issuer: user?.issuer }) }),
    ...texts({ sessionId, door: call.door, mode: call.mode, turnId: call.turnId, traceparent: call.traceparent }),
    startedAt: new Date(Date.now() - meta.duration).toISOString(),
    durationMs: meta.duration,
    attempts: 0,
    outcome: { kind: error.type === 'CANCELLED' ? 'cancelled' : 'failed' },
    rawInput: input,
    input: undefined,
    error: { type: error.type, ...texts({ code: error.code }), message: redactor.redactText(message) },
    trace: [],
    redacted: seen.redacted,
    ...(provenance === undefined ? {} : { provenance }),
  });
}

/** Leaves out what is no text: the options may be what was wrong. */
function texts<Key extends string>(from: { readonly [K in Key]: unknown }): { readonly [K in Key]?: string } {
  return Object.fromEntries(Object.entries(from).filter(([, value]) => typeof value === 'string')) as {
    [K in Key]?: string;
  };
}
