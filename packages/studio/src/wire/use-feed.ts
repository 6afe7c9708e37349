import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { sendRequest } from './send-request.js';
import { GatewayError, isFinal } from './gateway-error.js';
import { readEvents } from './read-events.js';
import type { Fetched } from './use-fetched.js';

const retryMs = 2_000;

/** Follows a feed and returns its last event; `undefined` opens none. */
export function useFeed<T>(path: string | undefined, event: string): Fetched<T> {
  const [state, setState] = useState<{ readonly data?: T; readonly failure?: unknown }>({});
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const isSeen = useSyncExternalStore(subscribeToSight, () => document.visibilityState === 'visible');

  useEffect(() => {
    if (path === undefined || !isSeen) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const watch = async () => {
      while (!signal.aborted) {
        try {
          for await (const data of streamEvents<T>(path, event, signal)) setState({ data });
        } catch (failure) {
          // Data stays on the page while the gateway is unreachable.
          if (!signal.aborted) setState((before) => ({ ...before, failure }));
          if (isFinal(failure)) return;
        }
        await new Promise((wake) => setTimeout(wake, retryMs));
      }
    };
    void watch();
    return () => stop.abort();
  }, [path, event, isSeen, round]);

  return { data: state.data, failure: state.failure, reload };
}

async function* streamEvents<T>(path: string, event: string, signal: AbortSignal): AsyncGenerator<T> {
  const answer = await sendRequest(path, { headers: { accept: 'text/event-stream' }, signal });
  if (!answer.ok || answer.body === null) {
    throw new GatewayError(answer.status, await answer.json().catch(() => undefined));
  }
  for await (const { name, data } of readEvents(answer.body)) if (name === event) yield JSON.parse(data) as T;
}

function subscribeToSight(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
