import { CancelSource } from './cancel-source.js';
import type { Invocation } from './invocation.js';
import { reportFrom } from './report.js';

/** What calls off the present attempt, with the whole call or alone. */
export function attemptCancelOf(inv: Invocation): CancelSource {
  return (inv.attemptCancel ??= follow(inv));
}

function follow({ cancellation }: Invocation): CancelSource {
  const source = new CancelSource();
  cancellation?.onCancel(() => source.cancel(cancellation.reason));
  return source;
}

/** Calls back when the present attempt is called off; a listener that throws is heard of, and stops nobody else. */
export function onAttemptCancel(inv: Invocation, listener: () => void): () => void {
  return attemptCancelOf(inv).onCancel(() => {
    try {
      listener();
    } catch (thrown) {
      reportFrom(inv, thrown);
    }
  });
}
