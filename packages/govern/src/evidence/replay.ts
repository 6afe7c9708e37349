import type { CallOrigin, CallRecord, ToolUser } from '@helve/core';

/** What a recorded call was made with; a replay adds the tools, and whatever was redacted. */
export interface RecordedCall {
  readonly tool: string;
  readonly rawInput: unknown;
  readonly user: ToolUser;
  readonly sessionId?: string;
  readonly call: CallOrigin;
}

/** Turns a record into the options of the call it is of, so that it can be made again in a test. */
export function fromCallRecord(record: CallRecord): RecordedCall {
  const { door, mode, turnId, traceparent, provenance } = record;
  return Object.freeze({
    tool: record.toolId,
    rawInput: wasApproved(record) ? record.input : record.rawInput,
    user: { id: record.userId },
    ...(record.sessionId === undefined ? {} : { sessionId: record.sessionId }),
    call: {
      ...(door === undefined ? {} : { door }),
      ...(mode === undefined ? {} : { mode }),
      ...(turnId === undefined ? {} : { turnId }),
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(provenance === undefined ? {} : { provenance }),
    },
  });
}

/** Pointers into the input of what a replay has to bring along, because the record does not hold it. */
export function redactedInput(record: CallRecord): string[] {
  const part = wasApproved(record) ? '/input' : '/rawInput';
  return record.redacted
    .filter((pointer) => pointer === part || pointer.startsWith(`${part}/`))
    .map((pointer) => pointer.slice(part.length));
}

/** What was approved ran, which may be other than what was sent. */
function wasApproved({ approval, input }: CallRecord): boolean {
  return approval !== undefined && input !== undefined;
}
