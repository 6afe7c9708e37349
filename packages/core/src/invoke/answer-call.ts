import { drive } from '../async/drive.js';
import { isPending } from '../async/maybe-promise.js';
import { errorOf, toFailure, toSuccess, toToolResponse } from '../envelope/to-tool-response.js';
import { RESPONSE_SCHEMA_VERSION, type ResponseMeta, type ToolResponse } from '../contract/tool-response.js';
import { setOwn } from '../json/copy-json.js';
import { isControl } from '../errors/control.js';
import { isToolError } from '../errors/tool-error.js';
import { stepOf } from './trace.js';
import { stopwatchNow } from '../time/clock.js';
import { type Call, nextRequestId } from './context/call.js';
import { isRequestId, type InvokeOptions, type Report } from './invoke-options.js';
import { life } from './life.js';
import { report, scrub, scrubThrown } from './report.js';
import { callAfter } from '../time/call-after.js';
import { ownerOf } from '../access/owner.js';
import { createRedactor } from '../redact/redactor.js';
import type { CallRecord, TrailSink } from '../contract/trail.js';
import type { ErrorFacts } from '../errors/to-tool-error.js';

/** Opens a call and leads it through its life; the answer is an envelope, whatever happens. */
export async function answerCall(open: () => Call, options: Partial<InvokeOptions>): Promise<ToolResponse> {
  let call: Call | undefined;
  try {
    call = open();
    const living = drive(life(call));
    const ending = isPending(living) ? await living : living;
    if (!ending.ok) return answerFailure(call, ending.error);
    return toSuccess(ending.output, scrub(call, call.additions.intents), responseMeta(call));
  } catch (thrown) {
    return call === undefined ? answerUnstarted(options, thrown) : answerFailure(call, thrown);
  }
}

function answerFailure(call: Call, thrown: unknown): ToolResponse {
  const { options, tool, requestId, plan, run, additions } = call;
  // What is cleaned of its secrets is not known by its kind any more.
  if (options.report !== undefined && isUnforeseen(thrown))
    report(options.report, scrubThrown(call, thrown), { toolId: tool.id, requestId });
  const facts = {
    toolId: tool.id,
    requestId,
    executeBegan: run.began,
    writes: plan.policy.sideEffects === 'writes',
    safe: plan.policy.idempotent || plan.policy.sideEffects !== 'writes',
    stage: stepOf(thrown),
    exposeMessages: options.exposeMessages,
  };
  const response = toToolResponse({ thrown, call: facts }, scrub(call, additions.intents), responseMeta(call));
  // The common case: there is nothing that the error must not say.
  if (additions.secrets === undefined || response.ok) return response;
  return Object.freeze({ ...response, error: Object.freeze(scrub(call, response.error)) });
}

/** Answers a call that ended before it began: options that make no sense, a tool that does not exist. */
async function answerUnstarted(options: unknown, thrown: unknown): Promise<ToolResponse<never>> {
  const startedMs = stopwatchNow();
  const { toolId, toolVersion, registryVersion, requestId, report: reporter, exposeMessages } = identify(options);
  if (reporter !== undefined && isUnforeseen(thrown)) report(reporter, thrown, { toolId, requestId });
  const error = errorOf(thrown, {
    toolId,
    requestId,
    executeBegan: false,
    writes: false,
    safe: false,
    exposeMessages,
  });
  const meta: ResponseMeta = {
    toolId,
    toolVersion,
    registryVersion,
    requestId,
    duration: stopwatchNow() - startedMs,
    responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
  };
  const isRecorded = await recordUnstarted({ options, thrown, error, meta, reporter });
  return toFailure(error, undefined, isRecorded ? meta : { ...meta, recorded: false });
}

function isUnforeseen(thrown: unknown): boolean {
  return !isToolError(thrown) && !isControl(thrown);
}

interface Identity {
  readonly toolId: string;
  readonly toolVersion: string | null;
  readonly registryVersion: string;
  readonly requestId: string | number;
  readonly report?: Report | undefined;
  readonly exposeMessages?: boolean | undefined;
}

/** Reads as much of the options as can be trusted. */
function identify(options: unknown): Identity {
  const nobody = { toolId: 'unknown', toolVersion: null, registryVersion: 'none', requestId: nextRequestId() };
  try {
    const { tool, tools, requestId, report: reporter, exposeMessages } = (options ?? {}) as Partial<InvokeOptions>;
    const id: unknown = typeof tool === 'object' ? tool?.id : tool;
    const record = typeof tool === 'string' ? tools?.get(tool) : tool;
    return {
      toolId: typeof id === 'string' ? id : nobody.toolId,
      toolVersion:
        typeof record === 'object' && typeof record?.execute === 'function' ? (record.version ?? '0.0.0') : null,
      registryVersion: typeof tools?.version === 'string' ? tools.version : nobody.registryVersion,
      requestId: isRequestId(requestId) ? requestId : nobody.requestId,
      ...(typeof reporter === 'function' ? { report: reporter } : {}),
      ...(exposeMessages === true ? { exposeMessages } : {}),
    };
  } catch {
    // Options that throw when they are read have no identity.
    return nobody;
  }
}

type Draft = { -readonly [K in keyof ResponseMeta]: ResponseMeta[K] };

/** Says about a call what every answer says; hooks and handlers may add to it, not overwrite it. */
function responseMeta(call: Call): ResponseMeta {
  const meta: Draft = {
    toolId: call.tool.id,
    toolVersion: call.tool.version ?? '0.0.0',
    registryVersion: call.registryVersion,
    requestId: call.requestId,
    duration: call.durationMs ?? 0,
    responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
  };
  // One by one: a spread that other members follow takes longer than a whole call.
  addMarks(meta, call);
  if (call.additions.meta !== undefined) addOwn(meta, scrub(call, call.additions.meta));
  return meta;
}

/** Adds what was unusual about the call; most answers have nothing to add. */
function addMarks(meta: Draft, { run: { attempt }, outcome, values: { strippedArgs }, tool, unrecorded }: Call): void {
  if (attempt > 1) meta['attempts'] = attempt;
  if (outcome.kind === 'responded') {
    meta['respondedAt'] = outcome.stage;
    if (outcome.cacheHit) meta['cacheHit'] = true;
  } else if (outcome.kind === 'success' && outcome.recovered === true) meta['recovered'] = true;
  if (unrecorded) meta.recorded = false;
  if (strippedArgs.length > 0) meta.strippedArgs = strippedArgs;
  if (tool.noSchemaMode === undefined) return;
  meta.validated = false;
  meta.noSchemaMode = tool.noSchemaMode;
}

function addOwn(meta: Draft, added: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(added)) if (!Object.hasOwn(meta, key)) setOwn(meta, key, added[key]);
}

/** A call that ended before it had a context. */
interface Unstarted {
  readonly options: unknown;
  readonly thrown: unknown;
  readonly error: ErrorFacts;
  readonly meta: ResponseMeta;
  readonly reporter: Report | undefined;
}

/** Longest time that an answer waits for such a record. */
const APPEND_MS = 5_000;

/** Appends the record of such a call, since no audit hook could. False if the trail failed or did not take it in time. */
async function recordUnstarted(call: Unstarted): Promise<boolean> {
  const trail = trailOf(call.options);
  if (trail === undefined) return true;
  try {
    const options = call.options as Partial<InvokeOptions>;
    await within(appendMs(options), trail.append(toRecord(call, options)));
    return true;
  } catch (thrown) {
    const { toolId, requestId } = call.meta;
    report(call.reporter, thrown, { toolId, requestId });
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
