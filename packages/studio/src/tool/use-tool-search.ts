import { useEffect, useState } from 'react';
import { fetchJson } from '../wire/send-request.js';

const pauseMs = 120;
const none: readonly string[] = [];

/** Searches tools with the index of the gateway, once somebody stops typing. */
export function useToolSearch(query: string): readonly string[] {
  const [chosen, setChosen] = useState<{ readonly query: string; readonly ids: readonly string[] }>();
  const question = query.trim();
  useEffect(() => {
    if (question === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const path = `/v1/tools?q=${encodeURIComponent(question)}`;
      fetchJson<{ readonly tools: readonly { readonly id: string }[] }>(path, { signal: stop.signal }).then(
        ({ tools }) => setChosen({ query: question, ids: tools.map(({ id }) => id) }),
        // Without the index, names and texts are still searched.
        () => setChosen(undefined),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question]);
  return chosen?.query === question ? chosen.ids : none;
}
