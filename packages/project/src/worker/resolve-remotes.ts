import { resolve } from 'node:path';
import { Secret } from '@helve/core';
import type { RemoteMachine, RemoteMachines } from '@helve/worker/host';
import type { RemoteSettings } from '../config/worker-keys.js';
import { expandTable } from '../mcp/expand-variables.js';
import { readNamedFile, unusableFile } from './read-named-file.js';

/** Files that the settings of a machine name, and what each of them holds. */
const fileSettings = {
  tokenFile: 'the token that this machine takes',
  ca: 'the certificate of the authority that signed its certificate, in PEM',
  cert: 'the certificate of this host, in PEM',
  key: 'the key of that certificate, in PEM',
} as const;

/** Machines of the config; their tokens and certificates are read when a worker is to run there. */
export function resolveRemotes(
  remotes: Readonly<Record<string, RemoteSettings>>,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): RemoteMachines {
  return Object.fromEntries(
    Object.entries(remotes).map(([name, settings]) => [name, () => toMachine(name, settings, root, env)]),
  );
}

async function toMachine(
  name: string,
  settings: RemoteSettings,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RemoteMachine> {
  const { url, token, tokenFile, ca, cert, key, allowPlain, maxFileBytes } = settings;
  const read = (setting: keyof typeof fileSettings, file: string) =>
    readNamedFile(`workers.remotes.${name}.${setting}`, resolve(root, file), fileSettings[setting]);
  const readToken = async (file: string) => {
    // A file may hold the old token below the new one: hosts show the first.
    const [first = ''] = (await read('tokenFile', file)).split('\n').map((line) => line.trim());
    if (first !== '') return first;
    const path = resolve(root, file);
    throw unusableFile(`workers.remotes.${name}.tokenFile`, path, 'has no first line', fileSettings.tokenFile);
  };
  const shown =
    tokenFile === undefined ? expandTable({ token: token ?? '' }, env)['token']?.trim() : await readToken(tokenFile);
  return {
    url,
    token: new Secret(shown ?? ''),
    ...(ca !== undefined && { ca: await read('ca', ca) }),
    ...(cert !== undefined && { cert: await read('cert', cert) }),
    ...(key !== undefined && { key: await read('key', key) }),
    ...(allowPlain !== undefined && { allowPlain }),
    ...(maxFileBytes !== undefined && { maxFileBytes }),
  };
}
