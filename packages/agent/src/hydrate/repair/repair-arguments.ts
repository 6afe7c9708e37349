import type { InputVerdict, Issue, Json, JsonSchemaObject } from '@helve/core';
import type { HydrationError, RepairRecord } from '../../contract/hydration.js';
import type { ArgumentLimits } from '../argument/argument-limits.js';
import { parseArguments } from '../argument/parse-arguments.js';
import { toPlainJson } from '../plain-json.js';
import { jsonChanges } from './json-changes.js';
import { repairText, type RepairedValue } from './text-rules.js';
import { repairValue } from './value-rules.js';

/** The input of a repairer: the call, the tool it was meant for, and the errors. */
export interface RepairRequest {
  readonly callId: string;
  readonly tool: { readonly id: string; readonly description: string; readonly inputSchema: JsonSchemaObject };
  /** The arguments as they were sent. */
  readonly originalRawArgs: Json;
  /** The arguments as they were read, if they could be. */
  readonly parsed?: unknown;
  readonly errors: readonly HydrationError[];
  readonly signal?: AbortSignal;
}

/** Proposes other arguments, once per call; `undefined` gives up. May ask a model. */
export type Repairer = (request: RepairRequest) => unknown;

export type RepairMode = 'off' | 'rules' | Repairer;

/** A call that did not hydrate, and the checks for a candidate. */
export interface Broken {
  readonly request: RepairRequest;
  /** The text, where reading it failed. */
  readonly unreadText?: string;
  /** The arguments in the tool's own form, where they were read. */
  readonly value?: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
  readonly limits: ArgumentLimits;
  /** Converts parsed arguments to the tool's own form. */
  restore(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  check(value: Readonly<Record<string, unknown>>): InputVerdict | Promise<InputVerdict>;
}

/** The outcome of a repair; has arguments only if they are valid now. */
export interface Repair {
  readonly record: RepairRecord;
  readonly accepted?: Extract<InputVerdict, { readonly ok: true }>;
}

/** Tries once to make arguments valid, and records the attempt. */
export async function repairArguments(mode: 'rules' | Repairer, broken: Broken): Promise<Repair> {
  const repairer = mode === 'rules' ? 'rules' : mode.name === '' ? 'function' : mode.name;
  const repaired = mode === 'rules' ? await repairByRules(broken) : await ask(mode, repairer, broken);
  const verdict = repaired && (await broken.check(repaired.value));
  const { maxBytes } = broken.limits;
  const record: RepairRecord = Object.freeze({
    repairer,
    original: broken.value === undefined ? broken.request.originalRawArgs : toPlainJson(broken.value, maxBytes),
    candidate: repaired === undefined ? null : toPlainJson(repaired.value, maxBytes),
    changes: Object.freeze([...(repaired?.changes ?? [])]),
    outcome: verdict?.ok === true ? 'accepted' : 'rejected',
  });
  return verdict?.ok === true ? { record, accepted: verdict } : { record };
}

/** Repairs unreadable text as text, then the remaining errors of the value as a value. */
async function repairByRules(broken: Broken): Promise<RepairedValue | undefined> {
  const { unreadText, value, issues, limits } = broken;
  if (value !== undefined) return repairValue(value, issues, limits);
  const read = unreadText === undefined ? undefined : repairText(unreadText, limits);
  if (read === undefined) return undefined;
  const restored = { ...read, value: broken.restore(read.value) };
  const verdict = await broken.check(restored.value);
  if (verdict.ok) return restored;
  const more = repairValue(restored.value, verdict.issues, limits);
  return more === undefined ? restored : { value: more.value, changes: [...restored.changes, ...more.changes] };
}

async function ask(
  repairer: Repairer,
  rule: string,
  { request, value, limits }: Broken,
): Promise<RepairedValue | undefined> {
  const answer = await untilAborted(request.signal, () => repairer(request));
  const parsed = answer === undefined ? undefined : parseArguments(answer, limits);
  if (parsed === undefined || !parsed.ok) return undefined;
  const from = value === undefined ? request.originalRawArgs : toPlainJson(value, limits.maxBytes);
  return { value: parsed.value, changes: jsonChanges(from, toPlainJson(parsed.value, limits.maxBytes), rule) };
}

/** Asks a repairer; one that throws, or is cancelled, gives up. */
async function untilAborted(signal: AbortSignal | undefined, work: () => unknown): Promise<unknown> {
  if (signal?.aborted === true) return undefined;
  const { promise, stop } = untilAbort(signal);
  try {
    return await Promise.race([work(), promise]);
  } catch {
    // Recorded as a rejected repair without a candidate.
    return undefined;
  } finally {
    stop();
  }
}

function untilAbort(signal: AbortSignal | undefined): { readonly promise: Promise<undefined>; stop(): void } {
  let stop = () => {};
  const promise = new Promise<undefined>((resolve) => {
    const listener = () => resolve(undefined);
    signal?.addEventListener('abort', listener);
    stop = () => signal?.removeEventListener('abort', listener);
  });
  return { promise, stop };
}
