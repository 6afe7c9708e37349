import type { HistoryEntry } from '../contract/outcome.js';
import { copyJson } from '../json/copy-json.js';
import { entriesOf, latestOf } from './history.js';
import type { Invocation } from './invocation.js';

type Side = 'input' | 'output';

/** Everything assigned, as a frozen copy; printed, it holds only what redaction has passed. */
export function valuesOf(inv: Invocation, side: Side): readonly unknown[] {
  const values = entriesOf(inv, side).map(({ value }) => value);
  return discreet(values, () => safeEntries(inv, side).map(({ value }) => value));
}

/** The same, with where and when each was assigned. */
export function entriesCopy(inv: Invocation, side: Side): readonly HistoryEntry[] {
  const copies = entriesOf(inv, side).map((entry) => Object.freeze({ ...entry }));
  return discreet<HistoryEntry>(copies, () => safeEntries(inv, side));
}

/** Input before redaction, injected secrets and output before redaction are for this call only. */
function safeEntries(inv: Invocation, side: Side): readonly HistoryEntry[] {
  if (side === 'output') return inv.safeOutputFrom === undefined ? [] : entriesOf(inv, side).slice(inv.safeOutputFrom);
  const entry = entriesOf(inv, 'input')[inv.safeInputAt];
  return entry === undefined ? [] : [{ ...entry, value: inv.safeInput }];
}

function discreet<T>(items: T[], toJSON: () => readonly T[]): readonly T[] {
  return Object.freeze(Object.defineProperty(items, 'toJSON', { value: toJSON }));
}

/** The input as redaction left it; a copy if somebody looks at it later, since the tool may change its own. */
export function keepSafeInput(inv: Invocation): void {
  inv.safeInput = inv.plan.keepsInput ? copyJson(inv.input) : inv.input;
  inv.safeInputAt = latestOf(inv, 'input');
}

/** The input as it is now, which the tool cannot change: each attempt begins with it. */
export function untouchedInput(inv: Invocation): unknown {
  const isSafe = inv.plan.stages.willInjectSecrets === undefined && inv.safeInputAt === latestOf(inv, 'input');
  return isSafe && inv.plan.keepsInput ? inv.safeInput : copyJson(inv.input);
}

/** From here on the output may be shown. */
export function keepSafeOutput(inv: Invocation): void {
  inv.safeOutputFrom = latestOf(inv, 'output');
}
