import { DoorError } from './door-error.js';
import { doorKey } from './door-key.js';
import { startToken } from './start-token.js';

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request to the door that served this page. */
export async function send(path: string, { method = 'GET', body, headers = {}, signal }: Sent = {}): Promise<Response> {
  const key = doorKey();
  const start = startToken();
  return fetch(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(start === undefined ? {} : { 'x-helve-start': start }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The JSON that the door answers with; throws a `DoorError` for whatever it refuses. */
export async function ask<T>(path: string, sent?: Sent): Promise<T> {
  const answer = await send(path, sent);
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new DoorError(answer.status, body);
  return body as T;
}
