import type { HistoryEntry } from '../contract/outcome.js';
import type { Invocation } from './invocation.js';

type Side = 'input' | 'output';

/**
 * Records an assignment. Most calls assign once and nobody looks back, so the first one is only remembered as having
 * happened, and written down when a second comes or somebody asks.
 */
export function assign(inv: Invocation, side: Side, value: unknown): void {
  const entries = side === 'input' ? inv.inputEntries : inv.outputEntries;
  const assigned = side === 'input' ? inv.inputAssigned : inv.outputAssigned;
  if (assigned || entries !== undefined || inv.plan.hasHooks) entriesOf(inv, side).push(entry(inv, value));
  if (side === 'input') {
    inv.input = value;
    inv.inputAssigned = true;
  } else {
    inv.output = value;
    inv.outputAssigned = true;
  }
}

/** What was assigned, oldest first. */
export function entriesOf(inv: Invocation, side: Side): HistoryEntry[] {
  if (side === 'input') return (inv.inputEntries ??= firstEntry(inv, inv.inputAssigned, inv.input, 'inputCheck'));
  return (inv.outputEntries ??= firstEntry(inv, inv.outputAssigned, inv.output, 'execute'));
}

/** The output check puts the parsed value in the place of the last one: it is the same answer. */
export function replaceLastOutput(inv: Invocation, value: unknown): void {
  const last = inv.outputEntries?.pop();
  if (last !== undefined) inv.outputEntries?.push(Object.freeze({ ...last, value }));
  inv.output = value;
}

function firstEntry(inv: Invocation, assigned: boolean, value: unknown, stage: HistoryEntry['stage']): HistoryEntry[] {
  return assigned ? [Object.freeze({ value, stage, hook: '', at: inv.ctx.startedAt })] : [];
}

function entry(inv: Invocation, value: unknown): HistoryEntry {
  return Object.freeze({ value, stage: inv.step, hook: inv.hook, at: inv.ctx.now() });
}
