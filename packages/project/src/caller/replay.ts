import { getAtPointer, isPlainObject, type CallRecord, type StoredCallRecord, type ToolResponse } from '@helve/core';
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
  return { recorded: toOutcome(record), replayed: toOutcome(records.at(-1)) };
}

/** Pointers of what was redacted from the input and is not given. */
export async function missingInput(record: StoredCallRecord, extra: Input): Promise<string[]> {
  const { redactedInput } = await import('@helve/govern');
  return redactedInput(record).filter((pointer) => getAtPointer(extra, pointer) === undefined);
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

/** As JSON has it, since that is how records are kept. */
function toOutcome(record: CallRecord | undefined): RecordedOutcome {
  const { output, error } = record ?? {};
  return JSON.parse(JSON.stringify({ output, error })) as RecordedOutcome;
}
