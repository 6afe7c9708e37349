import { hasMark } from './has-mark.js';

const marker = Symbol.for('helve.control');

/** A way out of a call that is no failure of anything: thrown, never an `Error`, without a stack to pay for. */
abstract class Control {
  readonly [marker] = true;
  #origin: unknown;

  /** True when this copy of the package made it. */
  static isOwn(value: object): value is Control {
    return #origin in value;
  }

  /** Remembers where it was thrown, unseen. */
  static setOrigin(thrown: Control, origin: unknown): void {
    thrown.#origin = origin;
  }

  static originOf(thrown: Control): unknown {
    return thrown.#origin;
  }
}

/** The stage in which a control signal was thrown, noted by whoever caught it. */
export const { isOwn: isOwnControl, originOf: controlOrigin, setOrigin: setControlOrigin } = Control;

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
  // The common case first: to look for a mark takes longer.
  return typeof value === 'object' && value !== null && (isOwnControl(value) || hasMark(value, marker));
}
