import type { HistoryEntry } from '../../contract/outcome.js';
import { copyJson } from '../../json/copy-json.js';
import { throwIfCancelled } from '../cancellation.js';
import type { Call } from './call.js';

type Side = 'input' | 'output';

/** An entry while the call runs: frozen copies of it are given to whoever asks. */
type Assignment = { -readonly [K in keyof HistoryEntry]: HistoryEntry[K] };

/** Input and output of a call, and how they came to be. */
export class CallValues {
  input: unknown;
  output: unknown = undefined;
  inputAssigned = false;
  outputAssigned = false;
  /** Written down from the second assignment on, or when somebody asks. */
  inputEntries: Assignment[] | undefined = undefined;
  outputEntries: Assignment[] | undefined = undefined;
  /** The input as redaction left it, and its index among the entries. */
  safeInput: unknown = undefined;
  safeInputAt = -1;
  /** Index of the first entry of the output that may be shown. */
  safeOutputFrom: number | undefined = undefined;
  /** True where the output is a result of the tool, which must fit the schema. */
  checksOutput = true;
  /** Arguments that the input check has dropped. */
  strippedArgs: readonly string[] = nothing;
  /** True once something was waited for or the body has run: until then it is as early as when the call began. */
  timePassed = false;

  constructor(rawInput: unknown) {
    this.input = rawInput;
  }
}

const nothing: readonly never[] = Object.freeze([]);

/**
 * Records an assignment. Most calls assign once, at the usual step, and nobody looks back: that is only remembered as
 * having happened, and written down when another comes or somebody asks.
 */
export function assign(call: Call, side: Side, value: unknown): void {
  const { values, step } = call;
  if (side === 'input') {
    const isUsual = !values.inputAssigned && step === 'inputCheck' && !values.timePassed;
    if (!isUsual || values.inputEntries !== undefined) entriesOf(call, side).push(toEntry(call, value));
    values.input = value;
    values.inputAssigned = true;
  } else {
    const isUsual = !values.outputAssigned && step === 'execute';
    if (!isUsual || values.outputEntries !== undefined) entriesOf(call, side).push(toEntry(call, value));
    values.output = value;
    values.outputAssigned = true;
  }
}

/** Puts the parsed value in the place of the last output: it is the same answer. */
export function replaceLastOutput({ values }: Call, value: unknown): void {
  const last = values.outputEntries?.at(-1);
  if (last !== undefined) last.value = value;
  values.output = value;
}

/** Clears the output: a failed gate lets nothing out. */
export function clearOutput({ values }: Call): void {
  values.output = undefined;
  values.outputEntries = [];
}

/** Gives all values assigned, as a frozen copy; printed, it holds only what redaction has passed. */
export function valuesOf(call: Call, side: Side): readonly unknown[] {
  const values = entriesOf(call, side).map(({ value }) => value);
  return discreet(values, () => safeEntries(call, side).map(({ value }) => value));
}

/** Gives all assignments, with where and when, as `valuesOf` gives the values. */
export function entriesCopy(call: Call, side: Side): readonly HistoryEntry[] {
  const copies = entriesOf(call, side).map((entry) => Object.freeze({ ...entry }));
  return discreet<HistoryEntry>(copies, () => safeEntries(call, side));
}

/** Keeps the input as redaction left it; a copy if somebody looks at it later, since the tool may change its own. */
export function keepSafeInput(call: Call): undefined {
  const { values, plan } = call;
  values.safeInput = plan.keepsInput ? copyJson(values.input) : values.input;
  values.safeInputAt = latestOf(values, 'input');
}

/** Gives the input as it is now, in a form that the tool cannot change: each attempt begins with it. */
export function untouchedInput({ values, plan }: Call): unknown {
  const isSafe = plan.stages.willInjectSecrets === null && values.safeInputAt === latestOf(values, 'input');
  return isSafe && plan.keepsInput ? values.safeInput : copyJson(values.input);
}

/** Marks the output as one that may be shown from here on; one that comes after a cancel may not. */
export function keepSafeOutput(call: Call): undefined {
  const { values } = call;
  throwIfCancelled(call);
  values.safeOutputFrom = latestOf(values, 'output');
}

/** Lists what was assigned, oldest first. */
function entriesOf({ values, ctx }: Call, side: Side): Assignment[] {
  if (side === 'input') {
    const first = () => ({ value: values.input, stage: 'inputCheck', hook: '', at: ctx.startedAt }) as const;
    return (values.inputEntries ??= values.inputAssigned ? [first()] : []);
  }
  // Shortly before the call was finished, or just now.
  const first = () => ({ value: values.output, stage: 'execute', hook: '', at: ctx.finishedAt ?? ctx.now() }) as const;
  return (values.outputEntries ??= values.outputAssigned ? [first()] : []);
}

/** Index of the latest assignment; -1 without any. */
function latestOf(values: CallValues, side: Side): number {
  const [entries, assigned] =
    side === 'input' ? [values.inputEntries, values.inputAssigned] : [values.outputEntries, values.outputAssigned];
  if (entries !== undefined) return entries.length - 1;
  return assigned ? 0 : -1;
}

/** Input before redaction, injected secrets and output before redaction are for this call only. */
function safeEntries(call: Call, side: Side): readonly HistoryEntry[] {
  const { safeOutputFrom, safeInputAt, safeInput } = call.values;
  if (side === 'output') return safeOutputFrom === undefined ? [] : entriesOf(call, side).slice(safeOutputFrom);
  const entry = entriesOf(call, 'input')[safeInputAt];
  return entry === undefined ? [] : [{ ...entry, value: safeInput }];
}

function discreet<T>(items: T[], toJSON: () => readonly T[]): readonly T[] {
  return Object.freeze(Object.defineProperty(items, 'toJSON', { value: toJSON }));
}

function toEntry({ at, values, ctx }: Call, value: unknown): Assignment {
  return { value, stage: at.stage, hook: at.name, at: values.timePassed ? ctx.now() : ctx.startedAt };
}
