import type { Call } from '../context/call.js';
import { reportFrom } from '../report.js';
import { CancelSource } from './cancel-source.js';

/** Gives what cancels the present attempt, with the whole call or alone. */
export function attemptCancelOf({ run, cancellation }: Call): CancelSource {
  if (run.cancel !== undefined) return run.cancel;
  const source = new CancelSource();
  cancellation?.onCancel(() => source.cancel(cancellation.reason));
  return (run.cancel = source);
}

/** Calls back when the present attempt is cancelled; a listener that throws is reported, and stops nobody else. */
export function onAttemptCancel(call: Call, listener: () => void): () => void {
  return attemptCancelOf(call).onCancel(() => {
    try {
      listener();
    } catch (thrown) {
      reportFrom(call, thrown);
    }
  });
}
