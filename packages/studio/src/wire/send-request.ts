import { GatewayError } from './gateway-error.js';
import { readApiKey } from './api-key.js';
import { forgetStartToken, startToken } from './start-token.js';

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request to the gateway that served this page; a start token of an earlier start is dropped. */
export async function sendRequest(path: string, sent: Sent = {}): Promise<Response> {
  const start = startToken();
  const answer = await sendWith(start, path, sent);
  if (answer.status !== 401 || !(await answer.clone().text()).includes('START_TOKEN_WRONG')) return answer;
  forgetStartToken();
  return sendWith(undefined, path, sent);
}

function sendWith(
  start: string | undefined,
  path: string,
  { method = 'GET', body, headers = {}, signal }: Sent,
): Promise<Response> {
  const key = readApiKey();
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

/** Fetches JSON from the gateway; throws a `GatewayError` for a refusal. */
export async function fetchJson<T>(path: string, sent?: Sent): Promise<T> {
  const answer = await sendRequest(path, sent);
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new GatewayError(answer.status, body);
  return body as T;
}
