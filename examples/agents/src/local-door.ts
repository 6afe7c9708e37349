import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorTypes, RESPONSE_SCHEMA_VERSION, type ErrorType, type ToolResponse } from '@helve/core';

/** An agent that listens, on this machine only. */
export interface RunningAgent {
  readonly url: string;
  close(): Promise<void>;
}

const ownNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** False for what a foreign site could have caused: a name that leads here by accident, or a page of its own. */
export function isLocal(host: string | undefined, origin: string | undefined): boolean {
  const name = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase();
  return name !== undefined && ownNames.has(name) && (origin === undefined || origin === `http://${host ?? ''}`);
}

/** Listens on 127.0.0.1; port 0 takes any that is free. */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Stops listening and hangs up on everybody. */
export async function shut(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** Answer before there is a turn: the envelope of a call that never began. */
export function refusal(type: ErrorType, message: string, retryAfterMs?: number): Response {
  const body: ToolResponse = {
    ok: false,
    error: {
      type,
      message,
      retryable: retryAfterMs !== undefined,
      partialSideEffects: false,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
    intents: [],
    meta: {
      toolId: '-',
      toolVersion: null,
      registryVersion: '-',
      requestId: crypto.randomUUID(),
      duration: 0,
      responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
    },
  };
  const retry = retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) };
  return Response.json(body, { status: errorTypes[type].httpStatus, headers: retry });
}
