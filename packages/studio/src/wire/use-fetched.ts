import { useCallback, useEffect, useState } from 'react';
import { fetchJson } from './send-request.js';
import { isFinal } from './gateway-error.js';

/** Last response of the gateway, and the failure since then. */
export interface Fetched<T> {
  readonly data: T | undefined;
  readonly failure: unknown;
  readonly reload: () => void;
}

/** Fetches a path, and again every `everyMs` while the page is visible; `undefined` fetches nothing. */
export function useFetched<T>(path: string | undefined, everyMs?: number): Fetched<T> {
  const [state, setState] = useState<{ path?: string | undefined; data?: T; failure?: unknown }>({});
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((count) => count + 1), []);

  useEffect(() => {
    if (path === undefined) return undefined;
    const stop = new AbortController();
    let isRefused = false;
    // One request at a time: of two, the older response could come last.
    let isAsking = false;
    const load = async () => {
      isAsking = true;
      try {
        const data = await fetchJson<T>(path, { signal: stop.signal });
        if (!stop.signal.aborted) setState({ path, data });
      } catch (failure) {
        isRefused = isFinal(failure);
        // Data stays on the page while the gateway is unreachable.
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
