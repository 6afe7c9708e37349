import { stat } from 'node:fs/promises';
import { createServer as createSecureServer } from 'node:https';
import { resolve } from 'node:path';
import { nearestNames, Secret } from '@helve/core';
import { CapabilityInputError } from '@helve/worker';
import { isLoopback, serveWorkers, type CapabilityManager, type WorkerListener } from '@helve/worker/host';
import type { Notify } from '../project-io.js';
import { readNamedFile } from './read-named-file.js';

/** Where and to whom capabilities are served; files are relative to the working directory. */
export interface ServeCapabilitiesRequest {
  /** Names of capabilities. Default: all that are found. */
  readonly names: readonly string[];
  /** `HOST:PORT` or a port on this machine. */
  readonly listen: string;
  readonly tokenFile: string;
  /** Files with the certificate and the key of this machine. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** File with the certificate of the authority that signs those of hosts; hosts without one are refused. */
  readonly clientCa?: string | undefined;
  /** Allows another address than this machine's own without TLS. */
  readonly allowPlain?: boolean | undefined;
  readonly maxWorkers?: number | undefined;
  readonly maxFileBytes?: number | undefined;
  readonly leaseMs?: number | undefined;
}

export interface ServedCapabilities {
  readonly names: readonly string[];
  readonly url: string;
  readonly listener: WorkerListener;
}

const MAX_TOKENS = 2;

/** Lets hosts on other machines run capabilities of this one. */
export async function serveCapabilities(
  request: ServeCapabilitiesRequest,
  manager: CapabilityManager,
  cwd: string,
  notify: Notify,
): Promise<ServedCapabilities> {
  const { tokenFile, maxWorkers, maxFileBytes, leaseMs } = request;
  const { host, port } = readAddress(request.listen);
  const names = await chooseNames(request.names, manager);
  const server = await openServer(request, host, cwd, notify);
  const file = resolve(cwd, tokenFile);
  await readTokens(file);
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0) notify(`Others than its owner may read "${tokenFile}"; run \`chmod 600 ${tokenFile}\``);
  const listener = await serveWorkers({
    workers: Object.fromEntries(names.map((name) => [name, manager.served(name)])),
    tokens: () => readTokens(file),
    host,
    port,
    ...(server && { server }),
    ...(maxWorkers !== undefined && { maxWorkers }),
    ...(maxFileBytes !== undefined && { maxFileBytes }),
    ...(leaseMs !== undefined && { leaseMs }),
  });
  const shown = listener.host.includes(':') ? `[${listener.host}]` : listener.host;
  return { names, listener, url: `${server === undefined ? 'ws' : 'wss'}://${shown}:${listener.port}` };
}

async function chooseNames(wanted: readonly string[], manager: CapabilityManager): Promise<readonly string[]> {
  const { capabilities } = await manager.discover();
  const known = capabilities.map(({ manifest }) => manifest.code.name);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const [nearest] = nearestNames(unknown, known, 1);
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    throw refused(`there is no capability "${unknown}"${hint}`, 'names');
  }
  if (known.length === 0) throw refused('there are no capabilities on the search paths', 'names');
  return wanted.length === 0 ? known : [...new Set(wanted)];
}

async function openServer(request: ServeCapabilitiesRequest, host: string, cwd: string, notify: Notify) {
  const { cert, key, clientCa, allowPlain = false } = request;
  if ((cert === undefined) !== (key === undefined)) throw refused('--cert and --key belong together', 'cert');
  const read = (flag: string, file: string, holds: string) => readNamedFile(flag, resolve(cwd, file), holds);
  if (cert !== undefined && key !== undefined) {
    const hosts =
      clientCa === undefined
        ? {}
        : { ca: await read('--client-ca', clientCa, 'certificates, in PEM'), requestCert: true };
    return createSecureServer({
      cert: await read('--cert', cert, 'the certificate of this machine, in PEM'),
      key: await read('--key', key, 'the key of the certificate, in PEM'),
      ...hosts,
    });
  }
  if (clientCa !== undefined) throw refused('--client-ca needs --cert and --key', 'clientCa');
  if (isLoopback(host)) return undefined;
  if (!allowPlain) {
    throw refused(`"${host}" is not this machine alone, and there is no TLS; give --cert and --key`, 'listen');
  }
  notify(`Tokens, arguments and results cross the network of "${host}" as plain text (--allow-plain)`);
  return undefined;
}

/** Reads `HOST:PORT`, `[HOST]:PORT` or a port. */
function readAddress(listen: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(listen) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) throw refused(`"${listen}" is not HOST:PORT`, 'listen');
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
}

/** The token, and below it another one that holds too, so that it can be changed on one side after the other. */
async function readTokens(file: string): Promise<readonly Secret[]> {
  const text = await readNamedFile('--token-file', file, 'the token of hosts');
  const lines = text.split('\n').map((line) => line.trim());
  const tokens = lines.filter((line) => line !== '');
  if (tokens.length > MAX_TOKENS)
    throw refused(`"${file}" has ${tokens.length} tokens, and at most 2 hold`, 'tokenFile');
  return tokens.map((token) => new Secret(token));
}

function refused(problem: string, field: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot serve capabilities: ${problem}`, { fieldsInvalid: [field] });
}
