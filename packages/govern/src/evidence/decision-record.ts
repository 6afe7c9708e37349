import { ownerOf, type CallRecord, type JsonObject, type ToolError, type ToolUser } from '@helve/core';

/** Something that was decided beside the calls: a grant, a word of a person, a refusal of the door. */
export interface Decision {
  /** What was done, such as `consent.grant`. */
  readonly act: string;
  readonly by: ToolUser;
  /** What it was about; nothing secret. */
  readonly about: JsonObject;
  readonly atMs: number;
  readonly requestId?: string | undefined;
  readonly door?: string | undefined;
  /** Why it was refused, if it was. */
  readonly refusal?: Pick<ToolError, 'type' | 'code' | 'message'> | undefined;
}

/** A decision as the trail keeps it, among the calls. */
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
