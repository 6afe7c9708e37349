import { hasMark } from './has-mark.js';

const marker = Symbol.for('helve.control');

/** A way out of a call that is no failure of anything: thrown, never an `Error`, without a stack to pay for. */
abstract class Control {
  readonly [marker] = true;
  #place: unknown;

  /** Remembers where it was thrown, unseen; false for what is none of these. */
  static setPlace(thrown: object, place: unknown): boolean {
    if (!(#place in thrown)) return false;
    thrown.#place = place;
    return true;
  }

  static placeOf(thrown: object): unknown {
    return #place in thrown ? thrown.#place : undefined;
  }
}

/** Where a control signal was thrown, as whoever caught it noted. */
export const { placeOf, setPlace } = Control;

/** Ends a call with an answer. */
export class ControlRespond extends Control {
  readonly kind = 'respond';
  readonly value: unknown;

  constructor(value: unknown) {
    super();
    this.value = value;
  }
}

/** Refuses a call. */
export class ControlAbort extends Control {
  readonly kind = 'abort';
  readonly reason: string;
  readonly code: string | undefined;
  readonly httpStatus: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(reason: string, code?: string, httpStatus?: number, details?: Record<string, unknown>) {
    super();
    if (typeof reason !== 'string' || reason === '') throw new TypeError('Cannot abort: the reason is empty');
    this.reason = reason;
    this.code = code;
    this.httpStatus = httpStatus;
    this.details = details;
  }
}

/** Refuses a call for now. */
export class ControlRetryAfter extends Control {
  readonly kind = 'retryAfter';
  readonly ms: number;
  readonly reason: string | undefined;

  constructor(ms: number, reason?: string) {
    super();
    if (!Number.isFinite(ms) || ms < 0) throw new TypeError(`Cannot ask to retry after ${ms} ms: expected 0 or more`);
    this.ms = ms;
    this.reason = reason;
  }
}

export type ControlSignal = ControlRespond | ControlAbort | ControlRetryAfter;

/** True for a control signal of any copy of this package. */
export function isControl(value: unknown): value is ControlSignal {
  return hasMark(value, marker);
}
