import { readHeader, type Inbound } from './inbound.js';

/** A client that would rather not wait (RFC 7240). */
export interface AsyncPreference {
  /** Time that it waits nevertheless. */
  readonly waitMs: number;
}

const MAX_WAIT_S = 60;

/** Reads `Prefer: respond-async, wait=N`; undefined without it. */
export function readAsyncPreference(request: Inbound): AsyncPreference | undefined {
  const preferences = (readHeader(request, 'prefer') ?? '').split(',').map((part) => part.trim().toLowerCase());
  if (!preferences.includes('respond-async')) return undefined;
  const wait = preferences.map((part) => /^wait\s*=\s*"?(\d+)"?$/.exec(part)?.[1]).find((text) => text !== undefined);
  return { waitMs: Math.min(Number(wait ?? 0), MAX_WAIT_S) * 1_000 };
}
