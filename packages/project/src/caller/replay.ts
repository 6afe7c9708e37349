import {
  canonicalJson,
  cutRecord,
  getAtPointer,
  isPlainObject,
  storedRecordLimits,
  type CallRecord,
  type StoredCallRecord,
  type ToolResponse,
} from '@helve/core';
import type { Project } from '../open-project.js';
import { composeCaller, composeRules, type OpenCallerOptions } from './open-caller.js';

/** The answer of a call, then and now, as the trail has it. */
export interface Replay {
  readonly recorded: RecordedOutcome;
  readonly replayed: RecordedOutcome;
}

/** A call that was answered has an output, one that was not an error. */
export type RecordedOutcome = Partial<Pick<CallRecord, 'output' | 'error'>>;

type Input = Readonly<Record<string, unknown>>;

/**
 * Makes a recorded call again, on a line of its own: the same rules, hooks and dependencies, with stores in memory.
 *
 *     record ─▶ its input, with what was redacted ─▶ line ─▶ new record ─▶ both answers
 */
export async function replay(
  record: StoredCallRecord,
  extra: Input,
  project: Project,
  options: OpenCallerOptions & { readonly signal: AbortSignal },
): Promise<Replay> {
  const { createMemoryStores, fromCallRecord, resumeConfirmed } = await import('@helve/govern');
  const { signal, ...lineOptions } = options;
  const records: CallRecord[] = [];
  const trail = { append: async (made: CallRecord) => void records.push(made) };
  const stores = createMemoryStores();
  const { govern } = project.config;
  // The trail is compared, so there are rules even where the project has none.
  const rules = await composeRules(govern === false ? 'standard' : govern, { stores, trail });
  const caller = composeCaller(project, lineOptions, rules);
  const recordedCall = fromCallRecord(record);
  const call = { ...recordedCall, rawInput: laidOver(recordedCall.rawInput, extra), signal };

  await stores.consent.grant(record.owner, record.toolId, 'replay', Date.now());
  const approvalId = approvalIn(await caller.callTool(call));
  // Whoever approved the first call is taken to approve this one.
  if (approvalId !== undefined && record.error?.type !== 'CONFIRMATION_REQUIRED') {
    const { approvals } = stores;
    await approvals.decide(approvalId, { decision: 'yes', by: 'replay', nowMs: Date.now() });
    await resumeConfirmed(approvalId, { approvals, call: (approved) => caller.callTool({ ...call, ...approved }) });
  }
  const made = records.at(-1);
  return {
    recorded: toOutcome(record),
    replayed: toOutcome(made && cutRecord(made, storedRecordLimits, canonicalJson)),
  };
}

/** A part of the input that a record does not hold. */
export interface MissingInput {
  readonly pointer: string;
  readonly reason: 'redacted' | 'cut';
}

/** Finds the parts of the input that a record does not hold and that are not given. */
export async function missingInput(record: StoredCallRecord, extra: Input): Promise<MissingInput[]> {
  const { isInputCut, redactedInput } = await import('@helve/govern');
  if (isInputCut(record) && Object.keys(extra).length === 0) return [{ pointer: '', reason: 'cut' }];
  return redactedInput(record)
    .filter((pointer) => getAtPointer(extra, pointer) === undefined)
    .map((pointer) => ({ pointer, reason: 'redacted' }));
}

/** Objects are merged, everything else is replaced. */
function laidOver(base: unknown, over: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(over)) return over;
  const merged = Object.entries(over).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? laidOver(base[key], value) : value,
  ]);
  return { ...base, ...(Object.fromEntries(merged) as object) };
}

function approvalIn(response: ToolResponse): string | undefined {
  const isAsked = !response.ok && response.error.type === 'CONFIRMATION_REQUIRED';
  const id = isAsked ? response.error.details?.['approvalId'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** As JSON has it, since that is how records are kept; an output that was cut is compared by its digest. */
function toOutcome(record: CallRecord | undefined): RecordedOutcome {
  const { output, error, cut } = record ?? {};
  const large = cut?.find(({ part }) => part === 'output');
  return JSON.parse(JSON.stringify({ output: large ?? output, error })) as RecordedOutcome;
}
