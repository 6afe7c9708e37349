import {
  isPlainObject,
  isToolError,
  RESPONSE_SCHEMA_VERSION,
  toJsonResponse,
  type Caller,
  type Json,
  type JsonObject,
  type ToolResponse,
  type ToolUser,
} from '@helve/core';
import type { JobDetail, StepEffect, UnitContext, UnitOutcome } from '@helve/flow/engine';
import type { ApiKeyStore } from '@helve/govern';
import { effectOf } from './effect-of.js';
import { fromUserData, presentUser } from './job-user.js';

/** Where the calls of jobs are made. */
export interface CallSite {
  readonly caller: Caller;
  readonly keys: ApiKeyStore | undefined;
}

/** Facts about a call that its job keeps. */
export interface StoredCall {
  readonly tool: string;
  readonly user: ToolUser;
  readonly door: string;
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Reads the call of a job; undefined for a job of something else. */
export function storedCall({ data }: Pick<JobDetail, 'data'>): StoredCall | undefined {
  const { tool, user, door, sessionId, idempotencyKey } = data ?? {};
  const known = fromUserData(user);
  if (typeof tool !== 'string' || typeof door !== 'string' || known === undefined) return undefined;
  return {
    tool,
    door,
    user: known,
    ...(typeof sessionId === 'string' ? { sessionId } : {}),
    ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : {}),
  };
}

/** Makes the one call of a unit; a call that a lost process may have made is repeated as its tool allows. */
export async function runCallUnit(
  unit: UnitContext,
  site: CallSite,
  own: Pick<NamedCall, 'effect' | 'make'> = {},
): Promise<UnitOutcome> {
  const call = storedCall(unit.job);
  if (call === undefined) return { error: { type: 'INTERNAL', message: 'The job has no call' }, retry: false };
  const made = await callOnce(unit, { ...call, ...own, name: 'call', input: unit.claim.unit.input }, site);
  if (made.response.ok) return { output: toJson(made.response) };
  return toFailure(made.response, made.effect);
}

/** Makes the calls of a unit in turn; each is made once, and none that fails keeps the others away. */
export async function runCallsUnit(unit: UnitContext, site: CallSite): Promise<UnitOutcome> {
  const call = storedCall(unit.job);
  const { input } = unit.claim.unit;
  if (call === undefined || !Array.isArray(input)) {
    return { error: { type: 'INTERNAL', message: 'The job has no calls' }, retry: false };
  }
  const answers: Json[] = [];
  for (const [at, one] of (input as readonly Json[]).entries()) {
    const { response } = await callOnce(unit, { ...call, name: `call ${at}`, input: one }, site);
    answers.push(toJson(response));
  }
  return { output: answers };
}

interface NamedCall extends StoredCall {
  readonly name: string;
  readonly input: Json;
  /** Effect that decides whether it may be repeated; as its tool says unless given. */
  readonly effect?: StepEffect;
  /** Makes it; for one that is under way already. */
  readonly make?: () => Promise<ToolResponse>;
}

async function callOnce(
  unit: UnitContext,
  { name, tool, user, door, input, sessionId, idempotencyKey, ...own }: NamedCall,
  { caller, keys }: CallSite,
): Promise<{ readonly response: ToolResponse; readonly effect: StepEffect }> {
  const effect = own.effect ?? effectOf(caller.tools.get(tool)?.policy);
  const key = unit.keyOf(name, null);
  const requestId = name === 'call' ? unit.claim.job : `${unit.claim.job}.${unit.claim.unit.id}.${name.slice(5)}`;
  let response: ToolResponse | undefined;
  const known = await unit.once(
    key,
    async () => {
      response = await (own.make ?? makeCall)();
      unit.signal.throwIfAborted();
      // A call that failed for now has no record: another attempt makes it again.
      return isPassing(response, effect) ? undefined : toJson(response);
    },
    effect,
  );
  return { response: response ?? fromJson(known, tool), effect };

  async function makeCall(): Promise<ToolResponse> {
    try {
      return await caller.callTool({
        tool,
        rawInput: input,
        user: await presentUser(user, keys),
        call: { door },
        requestId,
        signal: unit.signal,
        idempotencyKey: idempotencyKey ?? (effect === 'none' ? undefined : key),
        // Whoever has no identity has at least this job.
        sessionId: sessionId ?? unit.claim.job,
        onProgress: ({ done, total, message = '' }) =>
          unit.log({ level: 'info', message: `${done}${total === undefined ? '' : ` of ${total}`} ${message}`.trim() }),
      });
    } catch (thrown) {
      if (!isToolError(thrown)) throw thrown;
      const error = { type: thrown.type, message: thrown.message, retryable: false, partialSideEffects: false };
      return { ok: false, error, intents: [], meta: unknownMeta(tool) };
    }
  }
}

/** True for a failure that another attempt may mend, of a call that may be repeated. */
function isPassing(response: ToolResponse, effect: StepEffect): boolean {
  return !response.ok && response.error.retryable && effect !== 'once';
}

function toFailure(response: ToolResponse & { readonly ok: false }, effect: StepEffect): UnitOutcome {
  const { type, message, details, retryAfterMs } = response.error;
  const code = details?.code;
  const error: JsonObject = { type, message, ...(code === undefined ? {} : { code }), answer: toJson(response) };
  const wait = retryAfterMs === undefined ? {} : { afterMs: retryAfterMs };
  return { error, retry: isPassing(response, effect), ...wait };
}

function toJson(response: ToolResponse): Json {
  return JSON.parse(JSON.stringify(toJsonResponse(response))) as Json;
}

/** The envelope of a record; what a person says that it happened has no data. */
export function fromJson(record: Json | undefined, tool: string): ToolResponse {
  return isResponse(record) ? record : { ok: true, data: null, intents: [], meta: unknownMeta(tool) };
}

export function isResponse(value: unknown): value is ToolResponse {
  return isPlainObject(value) && typeof value['ok'] === 'boolean' && isPlainObject(value['meta']);
}

/** Metadata of an answer to a call of which nothing more is known. */
export function unknownMeta(toolId: string): ToolResponse['meta'] {
  const unknown = { toolVersion: null, registryVersion: '', requestId: '', duration: 0 };
  return { toolId, ...unknown, responseSchemaVersion: RESPONSE_SCHEMA_VERSION };
}
