import { controlOrigin, isOwnControl, setControlOrigin } from '../../errors/control.js';
import type { Call, Position, Step } from './call.js';

/** Where in which call something was thrown. */
export interface CallInfo {
  readonly toolId: string;
  readonly requestId: string | number;
  readonly stage: Step;
  readonly hook: string;
}

/** Origin of something thrown, as it is kept: the details are worked out when somebody asks. */
class Origin {
  readonly call: Call;
  readonly at: Position;

  constructor(call: Call, at: Position) {
    this.call = call;
    this.at = at;
  }
}

// Beside the thrown object, whose class and keys stay as they are.
const origins = new WeakMap<object, Origin>();

/** Tells where an object was thrown during a call; undefined if it was not, or is no object. */
export function callInfo(thrown: unknown): CallInfo | undefined {
  const origin = originOf(thrown);
  if (origin === undefined) return undefined;
  const { call, at } = origin;
  return Object.freeze({ toolId: call.tool.id, requestId: call.requestId, stage: at.stage, hook: at.name });
}

/** Tells in which step something was thrown. */
export function stepOf(thrown: unknown): Step | undefined {
  return originOf(thrown)?.at.stage;
}

/** Notes where something was thrown. The first place in a call counts; an object thrown again by another call is that one's. */
export function noteCallInfo(call: Call, thrown: unknown, at: Position): void {
  if (!isKey(thrown) || originOf(thrown)?.call === call) return;
  const origin = new Origin(call, at);
  if (isOwnControl(thrown)) setControlOrigin(thrown, origin);
  else origins.set(thrown, origin);
}

/** Notes that an error took the place of another: it remembers it as its cause, and where it was thrown. */
export function noteReplaced(call: Call, error: unknown, cause: unknown): void {
  if (error instanceof Error && error.cause === undefined && error !== cause && Object.isExtensible(error)) {
    Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
  }
  const origin = originOf(cause);
  if (origin !== undefined) noteCallInfo(call, error, origin.at);
}

function originOf(thrown: unknown): Origin | undefined {
  if (!isKey(thrown)) return undefined;
  if (!isOwnControl(thrown)) return origins.get(thrown);
  const origin = controlOrigin(thrown);
  return origin instanceof Origin ? origin : undefined;
}

function isKey(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
