import { useCallback, useEffect, useState } from 'react';
import { fetchJson } from './send-request.js';
import { isFinal } from './gateway-error.js';

/** What the door said last, and what went wrong since. */
export interface Fetched<T> {
  readonly data: T | undefined;
  readonly failure: unknown;
  readonly reload: () => void;
}

/** Asks the door for something, and again every `everyMs` while somebody looks; `undefined` asks for nothing. */
export function useFetched<T>(path: string | undefined, everyMs?: number): Fetched<T> {
  const [state, setState] = useState<{ path?: string | undefined; data?: T; failure?: unknown }>({});
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((count) => count + 1), []);

  useEffect(() => {
    if (path === undefined) return undefined;
    const stop = new AbortController();
    let isRefused = false;
    // One question at a time: of two, the older answer could be the last to come.
    let isAsking = false;
    const load = async () => {
      isAsking = true;
      try {
        const data = await fetchJson<T>(path, { signal: stop.signal });
        if (!stop.signal.aborted) setState({ path, data });
      } catch (failure) {
        isRefused = isFinal(failure);
        // What is there stays readable while the door is away.
        if (!stop.signal.aborted) setState((before) => ({ ...(before.path === path ? before : { path }), failure }));
      }
      isAsking = false;
    };
    const again = () => {
      if (!isRefused && !isAsking && document.visibilityState === 'visible') void load();
    };
    void load();
    const timer = everyMs === undefined ? undefined : setInterval(again, everyMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [path, everyMs, round]);

  const current = state.path === path ? state : {};
  return { data: current.data, failure: current.failure, reload };
}
