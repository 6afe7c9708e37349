import type { EnvelopeSource } from '../call/call-envelope.js';
import type { CancelSignal } from '../call/cancel-signal.js';
import type { ProgressReport, Usage } from '../call/call-sink.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { OnInvoke, RemoteRequest } from '../proxy/remote-request.js';
import type { CallTimeouts } from '../supervisor/call-timeouts.js';

/** A request to an instance: an action, a method of a task, or `execute`. */
export interface CapabilityRequest {
  readonly action?: string;
  readonly task?: string;
  readonly method?: string;
  /** Named arguments. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Positional arguments of `execute`. */
  readonly positional?: readonly unknown[];
}

/** Facts about a finished call. */
export interface CallFacts {
  readonly callId: string;
  readonly attempts: number;
  readonly usage: Usage;
  readonly durationMs: number;
}

/** Options of a call. */
export interface CapabilityCallOptions extends Omit<EnvelopeSource, 'callId' | 'attempt'> {
  readonly callId?: string | undefined;
  readonly attempt?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  readonly timeouts?: CallTimeouts | undefined;
  /** True when running the call twice does no harm. */
  readonly idempotent?: boolean | undefined;
  readonly onProgress?: ((report: ProgressReport) => void) | undefined;
  readonly onEnd?: ((facts: CallFacts) => void) | undefined;
  readonly onInvoke?: OnInvoke | undefined;
  /** Marks a call within a running call, which must not wait for a permit: it could wait for itself. */
  readonly nested?: boolean | undefined;
  /** Resolves only after the call's measurement is stored. */
  readonly measure?: boolean | undefined;
}

/** Converts a request for the wire; refuses incomplete and contradictory ones. */
export function toRemoteRequest(request: CapabilityRequest, stream: boolean): RemoteRequest {
  const { action, task, method } = request;
  // The common case.
  if (action !== undefined && task === undefined && method === undefined)
    return { op: stream ? 'actionStream' : 'action', action, named: request.args ?? {} };
  if ((task === undefined) !== (method === undefined)) {
    throw invalid('a task has a method, and a method belongs to a task', task === undefined ? 'task' : 'method');
  }
  if (action !== undefined && task !== undefined) throw invalid('it names an action and a task', 'action', 'task');
  if (task !== undefined && method !== undefined)
    return { op: stream ? 'taskStream' : 'task', task, method, named: request.args ?? {} };
  const { positional: args = [], args: named } = request;
  return { op: stream ? 'executeStream' : 'execute', args, ...(named && { named }) };
}

function invalid(problem: string, ...fieldsInvalid: readonly string[]): CapabilityInputError {
  return new CapabilityInputError(`Cannot read the request: ${problem}`, { fieldsInvalid });
}
