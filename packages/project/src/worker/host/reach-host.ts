import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { isPlainObject } from '@helve/core';
import { CapabilityTransientError, WorkerCrashedError } from '@helve/worker';
import { fromWireError, type WireError } from '@helve/worker/host';
import { readHostAddress, type HostAddress } from './host-address.js';
import type { HostRequest, HostEvent, HostVerb, HostVerbs, HostListener } from './host-verbs.js';
import { decodedIn, encodedIn, readJsonLines, writeJsonLine } from './json-lines.js';

/** Asks the host that runs for a project; undefined where none does. */
export async function reachHost(runDir: string): Promise<HostRequest | undefined> {
  const address = await readHostAddress(runDir);
  if (address === undefined) return undefined;
  const socket = await connect(address).catch(() => undefined);
  socket?.destroy();
  return socket === undefined ? undefined : (verb, request, talk) => askOver(address, verb, request, talk);
}

async function connect({ socket: path }: HostAddress): Promise<Socket> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  return socket;
}

async function askOver<V extends HostVerb>(
  address: HostAddress,
  verb: V,
  request: HostVerbs[V]['given'],
  { signal, tell }: HostListener,
): Promise<HostVerbs[V]['answer']> {
  const socket = await connect(address);
  const onAbort = () => void writeJsonLine(socket, { cancel: String(signal.reason) });
  try {
    const answered = answerFrom<V>(socket, tell, () => hostEnded(verb, request));
    await writeJsonLine(socket, { token: address.token, verb, given: encodedIn(request, 'value') });
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    return await answered;
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

/** The host ended before it answered: what a call has done by then is done, and nobody here knows how much. */
function hostEnded<V extends HostVerb>(verb: V, request: HostVerbs[V]['given']): Error {
  const state = 'the process that runs the workers of this project has ended meanwhile';
  if (verb !== 'call' && verb !== 'stream') return new CapabilityTransientError(`Cannot finish: ${state}`);
  const idempotent = 'idempotent' in request && request.idempotent;
  return new WorkerCrashedError(`Cannot finish the call: ${state}`, { began: true, retriable: idempotent });
}

/** Reads no further until an event was dealt with. */
function hold(socket: Socket, told: void | Promise<void>): void {
  if (told === undefined) return;
  socket.pause();
  const go = () => void socket.resume();
  told.then(go, go);
}

/** News first, then one answer; a host that ends in between has none. */
function answerFrom<V extends HostVerb>(
  socket: Socket,
  tell: HostListener['tell'],
  onEnd: () => Error,
): Promise<HostVerbs[V]['answer']> {
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.on('close', () => reject(onEnd()));
    readJsonLines(socket, (value) => {
      if (!isPlainObject(value)) return;
      try {
        if ('news' in value) hold(socket, tell(decodedIn(value['news'], 'piece') as HostEvent));
        else if ('error' in value) reject(fromWireError(value['error'] as WireError));
        else resolve(decodedIn(value['answer'], 'data') as HostVerbs[V]['answer']);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}
