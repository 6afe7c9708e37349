import { frozenCopy } from '../contract/deep-freeze.js';
import type { HistoryEntry } from '../contract/outcome.js';
import { entriesOf } from './history.js';
import type { Invocation } from './invocation.js';

type Side = 'input' | 'output';

/** Everything assigned, as a frozen copy; printed, it holds only what redaction has passed. */
export function valuesOf(inv: Invocation, side: Side): readonly unknown[] {
  const values = entriesOf(inv, side).map(({ value }) => value);
  return discreet(values, () => safeEntries(inv, side).map(({ value }) => value));
}

/** The same, with where and when each was assigned. */
export function entriesCopy(inv: Invocation, side: Side): readonly HistoryEntry[] {
  return discreet([...entriesOf(inv, side)], () => safeEntries(inv, side));
}

/** Input before redaction, injected secrets and output before redaction are for this call only. */
function safeEntries(inv: Invocation, side: Side): readonly HistoryEntry[] {
  if (side === 'output') return entriesOf(inv, 'output').slice(inv.safeOutputFrom);
  const entry = entriesOf(inv, 'input')[inv.safeInputAt];
  return entry === undefined ? [] : [{ ...entry, value: inv.safeInput }];
}

function discreet<T>(items: T[], toJSON: () => readonly T[]): readonly T[] {
  return Object.freeze(Object.defineProperty(items, 'toJSON', { value: toJSON }));
}

/** The input as redaction left it; a copy if secrets come next, so that they do not get in. */
export function keepSafeInput(inv: Invocation): void {
  inv.safeInput = inv.plan.stages.willInjectSecrets === undefined ? inv.input : frozenCopy(inv.input);
  inv.safeInputAt = entriesOf(inv, 'input').length - 1;
}

/** From here on the output may be shown. */
export function keepSafeOutput(inv: Invocation): void {
  inv.safeOutputFrom = entriesOf(inv, 'output').length - 1;
}
