import { connect, type Socket } from 'node:net';
import { silenceMs } from './silence.js';

/** What is asked for, over and over. */
export interface Load {
  readonly port: number;
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly requests: number;
  /** How many connections ask at once; each waits for its answer. */
  readonly connections: number;
}

/** Microseconds for each of many requests. Sockets and bytes only: a client that costs more would hide the server. */
export async function load({ requests, connections, ...what }: Load): Promise<number> {
  const bytes = toBytes(what);
  let left = requests;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () =>
      askOn(what.port, bytes, () => {
        left -= 1;
        return left >= 0;
      }),
    ),
  );
  return ((performance.now() - began) * 1000) / requests;
}

function toBytes({
  port,
  method = 'POST',
  path,
  headers = {},
  body = '',
}: Omit<Load, 'requests' | 'connections'>): Buffer {
  const all = {
    host: `127.0.0.1:${port}`,
    ...(method === 'POST'
      ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
      : {}),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** One connection that asks again as soon as it is answered. */
function askOn(port: number, bytes: Buffer, more: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let waiting = 0;
    let held = '';
    const ask = () => {
      if (more()) {
        waiting = -1;
        socket.write(bytes);
      } else socket.end();
    };
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1');
      if (waiting < 0) waiting = lengthOf(held);
      if (waiting < 0 || held.length < waiting) return;
      if (!held.startsWith('HTTP/1.1 200')) return reject(new Error(`Cannot measure: ${held.slice(0, 400)}`));
      held = held.slice(waiting);
      ask();
    });
    socket.setTimeout(silenceMs, () => reject(new Error(`Cannot measure: no answer within ${silenceMs} ms`)));
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

/** How long the whole answer is, once that can be told; else -1. */
function lengthOf(text: string): number {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return -1;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1];
  if (length !== undefined) return end + 4 + Number(length);
  const last = text.indexOf('\r\n0\r\n\r\n', end);
  return last < 0 ? -1 : last + 7;
}
