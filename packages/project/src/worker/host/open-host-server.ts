import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { isPlainObject } from '@helve/core';
import { CapabilityInputError } from '@helve/worker';
import { toWireError } from '@helve/worker/host';
import { freshSocket, isPipe, readHostAddress, removeHostAddress, writeHostAddress } from './host-address.js';
import type { HostEvent, HostRequest, HostVerb, HostVerbs } from './host-verbs.js';
import { decodedIn, encodedIn, readJsonLines, writeJsonLine } from './json-lines.js';
import { reachHost } from './reach-host.js';

export interface HostServer {
  /** Takes no more questions, lets those that are asked end within the grace, and cancels the rest. */
  close(graceMs?: number): Promise<void>;
}

/** Time for calls of other processes to end, as long as a server gives its own. */
const CLOSE_GRACE_MS = 5000;

/** Each verb once, so that no other name is taken for one. */
const verbs: { readonly [V in HostVerb]: true } = {
  ps: true,
  jobs: true,
  load: true,
  unload: true,
  reload: true,
  prefetch: true,
  switch: true,
  config: true,
  env: true,
  call: true,
  stream: true,
  cancel: true,
  refresh: true,
};

/**
 * Lets other processes of this user ask the host of a project; undefined if another process hosts it already. One
 * connection for each question:
 *
 *     ▸ { token, verb, given }   ▸ { cancel }     ◂ { news } …   ◂ { answer } or { error }
 */
export async function openHostServer(runDir: string, ask: HostRequest): Promise<HostServer | undefined> {
  if ((await reachHost(runDir)) !== undefined) return undefined;
  const left = await readHostAddress(runDir);
  if (left !== undefined) await removeHostAddress(runDir, left);
  const address = {
    pid: process.pid,
    socket: await freshSocket(runDir),
    token: randomBytes(32).toString('base64url'),
  };
  const open = new Set<Socket>();
  const asked = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      asked.delete(socket);
    });
    attend(socket, address.token, ask, () => void asked.add(socket));
  });
  server.listen(address.socket);
  await once(server, 'listening');
  if (!isPipe(address.socket)) await chmod(address.socket, 0o600);
  await writeHostAddress(runDir, address);
  return {
    async close(graceMs = CLOSE_GRACE_MS) {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) if (!asked.has(socket)) socket.destroy();
      const late = setTimeout(() => open.forEach((socket) => socket.destroy()), graceMs);
      await closed;
      clearTimeout(late);
      await removeHostAddress(runDir, address);
    },
  };
}

function attend(socket: Socket, token: string, ask: HostRequest, onAsked: () => void): void {
  const stop = new AbortController();
  let begun = false;
  // A broken connection shows as the close that follows it.
  socket.on('error', () => undefined);
  socket.on('close', () => stop.abort('whoever asked is gone'));
  readJsonLines(socket, (value) => {
    const message = isPlainObject(value) ? value : {};
    if (begun) {
      if (typeof message['cancel'] === 'string') stop.abort(message['cancel']);
      return;
    }
    begun = true;
    if (!isToken(message['token'], token)) return void socket.destroy();
    onAsked();
    void answer(socket, message, stop.signal, ask);
  });
}

async function answer(
  socket: Socket,
  { verb, given }: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  ask: HostRequest,
): Promise<void> {
  try {
    if (!isVerb(verb)) {
      throw new CapabilityInputError(`Cannot ask the host for "${String(verb)}": it knows no such thing`, {
        fieldsInvalid: ['verb'],
      });
    }
    const request = decodedIn(isPlainObject(given) ? given : {}, 'value') as HostVerbs[typeof verb]['given'];
    const tell = (news: HostEvent) => writeJsonLine(socket, { news: encodedIn(news, 'piece') });
    await writeJsonLine(socket, { answer: encodedIn(await ask(verb, request, { signal, tell }), 'data') });
  } catch (error) {
    await writeJsonLine(socket, { error: toWireError(error, 'message') });
  }
  socket.end();
}

function isVerb(verb: unknown): verb is HostVerb {
  return typeof verb === 'string' && Object.hasOwn(verbs, verb);
}

/** Takes the same time whatever is wrong with it. */
function isToken(shown: unknown, token: string): boolean {
  if (typeof shown !== 'string') return false;
  const [a, b] = [Buffer.from(shown), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
