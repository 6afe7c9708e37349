import type { HistoryEntry } from '../contract/outcome.js';
import type { Invocation } from './invocation.js';

type Side = 'input' | 'output';

/** An entry while the call runs: frozen copies of it are given to whoever asks. */
export type Assignment = { -readonly [K in keyof HistoryEntry]: HistoryEntry[K] };

/**
 * Records an assignment. Most calls assign once, at the usual step, and nobody looks back: that is only remembered as
 * having happened, and written down when another comes or somebody asks.
 */
export function assign(inv: Invocation, side: Side, value: unknown): void {
  if (side === 'input') {
    const isUsual = !inv.inputAssigned && inv.step === 'inputCheck' && !inv.takesTime;
    if (!isUsual || inv.inputEntries !== undefined) addEntry(inv, side, entry(inv, value));
    inv.input = value;
    inv.inputAssigned = true;
  } else {
    const isUsual = !inv.outputAssigned && inv.step === 'execute';
    if (!isUsual || inv.outputEntries !== undefined) addEntry(inv, side, entry(inv, value));
    inv.output = value;
    inv.outputAssigned = true;
  }
}

function addEntry(inv: Invocation, side: Side, added: Assignment): void {
  // The common case: the first one. A list that is made with it is a tenth as large as one that grows.
  if (side === 'output' && !inv.outputAssigned && inv.outputEntries === undefined) inv.outputEntries = [added];
  else entriesOf(inv, side).push(added);
}

/** What was assigned, oldest first. */
export function entriesOf(inv: Invocation, side: Side): Assignment[] {
  return side === 'input' ? (inv.inputEntries ??= firstInput(inv)) : (inv.outputEntries ??= firstOutput(inv));
}

/** Where the latest assignment stands among them; -1 without any. */
export function latestOf(inv: Invocation, side: Side): number {
  const entries = side === 'input' ? inv.inputEntries : inv.outputEntries;
  if (entries !== undefined) return entries.length - 1;
  return (side === 'input' ? inv.inputAssigned : inv.outputAssigned) ? 0 : -1;
}

/** The output check puts the parsed value in the place of the last one: it is the same answer. */
export function replaceLastOutput(inv: Invocation, value: unknown): void {
  const last = inv.outputEntries?.at(-1);
  if (last !== undefined) last.value = value;
  inv.output = value;
}

/** A failed gate lets nothing out. */
export function clearOutput(inv: Invocation, thrown: unknown): unknown {
  inv.output = undefined;
  inv.outputEntries = [];
  return thrown;
}

function firstInput({ inputAssigned, input, ctx }: Invocation): Assignment[] {
  return inputAssigned ? [{ value: input, stage: 'inputCheck', hook: '', at: ctx.startedAt }] : [];
}

/** Shortly before the call was finished, or just now. */
function firstOutput({ outputAssigned, output, ctx }: Invocation): Assignment[] {
  return outputAssigned ? [{ value: output, stage: 'execute', hook: '', at: ctx.finishedAt ?? ctx.now() }] : [];
}

function entry(inv: Invocation, value: unknown): Assignment {
  return { value, stage: inv.step, hook: inv.hook, at: inv.takesTime ? inv.ctx.now() : inv.ctx.startedAt };
}
