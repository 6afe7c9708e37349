import type { CallOrigin, CallRecord, ToolUser } from '@helve/core';

/** The options of a recorded call; a replay adds the tools, and whatever was redacted. */
export interface RecordedCall {
  readonly tool: string;
  readonly rawInput: unknown;
  readonly user: ToolUser;
  readonly sessionId?: string;
  readonly call: CallOrigin;
}

/** Converts a record to the options of its call, so that a test can make it again. */
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

/** Returns pointers to redacted input, which a replay has to supply. */
export function redactedInput(record: CallRecord): string[] {
  const part = wasApproved(record) ? '/input' : '/rawInput';
  return record.redacted
    .filter((pointer) => pointer === part || pointer.startsWith(`${part}/`))
    .map((pointer) => pointer.slice(part.length));
}

/** True when the input was too large to be recorded, or the list of what was redacted: a replay has to supply it. */
export function isInputCut(record: CallRecord): boolean {
  const part = wasApproved(record) ? 'input' : 'rawInput';
  return record.cut?.some((cut) => cut.part === part || cut.part === 'redacted') === true;
}

/** True when approved arguments ran, which may differ from those that were sent. */
function wasApproved({ approval, input }: CallRecord): boolean {
  return approval !== undefined && input !== undefined;
}
