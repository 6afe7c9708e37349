import { ownerOf, type CallRecord, type JsonObject, type ToolError, type ToolUser } from '@helve/core';

/** A decision outside of calls: a grant, a person's decision, a refusal at a door. */
export interface Decision {
  /** The act, such as `consent.grant`. */
  readonly act: string;
  readonly by: ToolUser;
  /** The subject of the act; nothing secret. */
  readonly about: JsonObject;
  readonly atMs: number;
  readonly requestId?: string | undefined;
  readonly door?: string | undefined;
  /** The reason of a refusal. */
  readonly refusal?: Pick<ToolError, 'type' | 'code' | 'message'> | undefined;
}

/** Converts a decision to a record of the trail. */
export function toDecisionRecord({ act, by, about, atMs, requestId, door, refusal }: Decision): CallRecord {
  return {
    requestId: requestId ?? crypto.randomUUID(),
    toolId: act,
    toolVersion: null,
    registryVersion: 'none',
    userId: by.id,
    owner: ownerOf(by),
    ...(door === undefined ? {} : { door }),
    startedAt: new Date(atMs).toISOString(),
    durationMs: 0,
    attempts: 1,
    outcome: { kind: refusal === undefined ? 'success' : 'aborted' },
    rawInput: about,
    input: about,
    ...(refusal === undefined ? {} : { error: toError(refusal) }),
    trace: [],
    redacted: [],
  };
}

function toError({ type, code, message }: NonNullable<Decision['refusal']>): NonNullable<CallRecord['error']> {
  return { type, message, ...(code === undefined ? {} : { code }) };
}
