import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Secret } from '@helve/core';
import type { RemoteMachine, RemoteMachines } from '@helve/worker/host';
import type { RemoteSettings } from '../config/worker-keys.js';
import { expandTable } from '../mcp/expand-variables.js';

/** Machines of the config; their tokens and certificates are read when a worker is to run there. */
export function resolveRemotes(
  remotes: Readonly<Record<string, RemoteSettings>>,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): RemoteMachines {
  return Object.fromEntries(Object.entries(remotes).map(([name, one]) => [name, () => toMachine(one, root, env)]));
}

async function toMachine(
  { url, token, tokenFile, ca, cert, key, allowPlain, maxFileBytes }: RemoteSettings,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RemoteMachine> {
  const read = (file: string) => readFile(resolve(root, file), 'utf8');
  const shown = tokenFile === undefined ? expandTable({ token: token ?? '' }, env)['token'] : await read(tokenFile);
  return {
    url,
    // A file may hold the old token below the new one: hosts show the first.
    token: new Secret((shown ?? '').split('\n')[0]?.trim() ?? ''),
    ...(ca !== undefined && { ca: await read(ca) }),
    ...(cert !== undefined && { cert: await read(cert) }),
    ...(key !== undefined && { key: await read(key) }),
    ...(allowPlain !== undefined && { allowPlain }),
    ...(maxFileBytes !== undefined && { maxFileBytes }),
  };
}
