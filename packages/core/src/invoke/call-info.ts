import type { Invocation, Step } from './invocation.js';

/** Where in which call something was thrown. */
export interface CallInfo {
  readonly toolId: string;
  readonly requestId: string | number;
  readonly stage: Step;
  readonly hook: string;
}

// Beside the thrown object, whose class and keys stay as they are.
const infos = new WeakMap<object, { readonly inv: Invocation; readonly info: CallInfo }>();

/** Where an object was thrown during a call; undefined if it was not, or is no object. */
export function callInfo(thrown: unknown): CallInfo | undefined {
  return isKey(thrown) ? infos.get(thrown)?.info : undefined;
}

/** The first place in a call counts, since an error passes many hands; an object thrown again by another call is that one's. */
export function noteCallInfo(inv: Invocation, thrown: unknown, stage: Step, hook: string): void {
  if (!isKey(thrown) || infos.get(thrown)?.inv === inv) return;
  infos.set(thrown, { inv, info: Object.freeze({ toolId: inv.tool.id, requestId: inv.requestId, stage, hook }) });
}

function isKey(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
