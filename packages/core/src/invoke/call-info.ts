import { isOwnControl, placeOf, setPlace } from '../errors/control.js';
import type { Invocation, Step } from './invocation.js';

/** Where in which call something was thrown. */
export interface CallInfo {
  readonly toolId: string;
  readonly requestId: string | number;
  readonly stage: Step;
  readonly hook: string;
}

/** The same while the call runs: what it says is worked out when somebody asks. */
class Place {
  readonly inv: Invocation;
  readonly stage: Step;
  readonly hook: string;

  constructor(inv: Invocation, stage: Step, hook: string) {
    this.inv = inv;
    this.stage = stage;
    this.hook = hook;
  }
}

// Beside the thrown object, whose class and keys stay as they are.
const places = new WeakMap<object, Place>();

/** Where an object was thrown during a call; undefined if it was not, or is no object. */
export function callInfo(thrown: unknown): CallInfo | undefined {
  const place = placeAt(thrown);
  if (place === undefined) return undefined;
  const { inv, stage, hook } = place;
  return Object.freeze({ toolId: inv.tool.id, requestId: inv.requestId, stage, hook });
}

/** The step in which it was thrown. */
export function stepOf(thrown: unknown): Step | undefined {
  return placeAt(thrown)?.stage;
}

/** The first place in a call counts, since an error passes many hands; an object thrown again by another call is that one's. */
export function noteCallInfo(inv: Invocation, thrown: unknown, stage: Step, hook: string): void {
  if (!isKey(thrown) || placeAt(thrown)?.inv === inv) return;
  const place = new Place(inv, stage, hook);
  if (isOwnControl(thrown)) setPlace(thrown, place);
  else places.set(thrown, place);
}

function placeAt(thrown: unknown): Place | undefined {
  if (!isKey(thrown)) return undefined;
  if (!isOwnControl(thrown)) return places.get(thrown);
  const place = placeOf(thrown);
  return place instanceof Place ? place : undefined;
}

function isKey(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
