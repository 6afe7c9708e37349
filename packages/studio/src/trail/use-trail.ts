import { useEffect, useState } from 'react';
import { fetchJson, sendRequest } from '../wire/send-request.js';
import { isFinal } from '../wire/gateway-error.js';
import { readEvents } from '../wire/read-events.js';
import type { CallRecord } from '../wire/wire.js';
import { mergeRecords } from './merge-records.js';

const pageSize = 50;
const retryMs = 2_000;

/** Filter of the trail; an empty text means all. */
export interface TrailFilterChoice {
  readonly tool: string;
  readonly outcome: string;
}

/** The trail, live, newest first. */
export interface LiveTrail {
  readonly records: readonly CallRecord[] | undefined;
  readonly failure: unknown;
  /** True when the list holds only one's own calls. */
  readonly own: boolean;
  /** Loads older records; absent when there are none. */
  readonly loadOlder: (() => void) | undefined;
}

/** Reads the newest records and follows new ones while the view is open. */
export function useTrail({ tool, outcome }: TrailFilterChoice): LiveTrail {
  const [records, setRecords] = useState<readonly CallRecord[]>();
  const [failure, setFailure] = useState<unknown>();
  const [hasOlder, setHasOlder] = useState(false);
  const [own, setOwn] = useState(false);
  const query = toQuery(tool, outcome);

  useEffect(() => {
    setRecords(undefined);
    const stop = new AbortController();
    const { signal } = stop;
    const add = (more: readonly CallRecord[]) => {
      if (!signal.aborted) setRecords((before) => mergeRecords(before, more));
    };
    /** Newest page ▸ live records; after a lost connection, again from the start. */
    const watch = async () => {
      while (!signal.aborted) {
        try {
          const { records: newest, next, own: isOwn = false } = await listRecords(query, signal);
          add(newest);
          setOwn(isOwn);
          setHasOlder((before) => before || next !== undefined);
          setFailure(undefined);
          await follow(query, newest[0]?.seq ?? 0, (record) => add([record]), signal);
        } catch (problem) {
          if (!signal.aborted) setFailure(problem);
          if (isFinal(problem)) return;
        }
        await new Promise((wake) => setTimeout(wake, retryMs));
      }
    };
    void watch();
    return () => stop.abort();
  }, [query]);

  const oldest = records?.at(-1)?.seq;
  async function loadOlder() {
    try {
      const { records: older, next } = await listRecords(`${query}&before=${oldest}`);
      setHasOlder(next !== undefined);
      setRecords((before) => mergeRecords(before, older));
    } catch (problem) {
      setFailure(problem);
    }
  }
  return { records, failure, own, loadOlder: hasOlder && oldest !== undefined ? () => void loadOlder() : undefined };
}

function toQuery(tool: string, outcome: string): string {
  const words = { limit: String(pageSize), ...(tool === '' ? {} : { tool }), ...(outcome === '' ? {} : { outcome }) };
  return new URLSearchParams(words).toString();
}

interface Listed {
  readonly records: readonly CallRecord[];
  /** Number of the last record, if there are older ones. */
  readonly next?: number;
  readonly own?: boolean;
}

function listRecords(query: string, signal?: AbortSignal): Promise<Listed> {
  return fetchJson<Listed>(`/v1/trail?${query}`, { signal });
}

async function follow(
  query: string,
  after: number,
  tell: (record: CallRecord) => void,
  signal: AbortSignal,
): Promise<void> {
  const headers = { accept: 'text/event-stream', 'last-event-id': String(after) };
  const answer = await sendRequest(`/v1/trail/live?${query}`, { headers, signal });
  if (!answer.ok || answer.body === null) return;
  for await (const { name, data } of readEvents(answer.body)) {
    if (name === 'record') tell(JSON.parse(data) as CallRecord);
  }
}
