/** A signal that follows others, until it is released. */
export interface JoinedSignals {
  readonly signal: AbortSignal;
  /** Stops following; whatever still listens to the signal goes with it. */
  release(): void;
}

/**
 * Joins signals into one that fires with the first of them. Not `AbortSignal.any`: what that gives is kept alive by its
 * listeners until it fires, so that a single one that nobody removes keeps all that it can reach.
 */
export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignals {
  const joined = new AbortController();
  const following: (() => void)[] = [];
  const release = () => {
    for (const stop of following.splice(0)) stop();
  };
  for (const signal of signals) {
    const fire = () => {
      release();
      joined.abort(signal.reason);
    };
    if (signal.aborted) {
      fire();
      break;
    }
    signal.addEventListener('abort', fire, { once: true });
    following.push(() => signal.removeEventListener('abort', fire));
  }
  return { signal: joined.signal, release };
}
