import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isPlainObject } from '@helve/core';
import { makeFolder } from '../../file/make-folder.js';

/** Socket of a host, and the token that callers have to show. */
export interface HostAddress {
  readonly pid: number;
  readonly socket: string;
  readonly token: string;
}

const fileName = 'host.json';
/** Systems cut off or refuse the path of a socket that is longer. */
const maxSocketPath = 100;

/** The address of the host of a project; undefined if nobody has noted one. */
export async function readHostAddress(runDir: string): Promise<HostAddress | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(join(runDir, fileName), 'utf8'));
    if (!isPlainObject(read)) return undefined;
    const { pid, socket, token } = read;
    return typeof pid === 'number' && typeof socket === 'string' && typeof token === 'string'
      ? { pid, socket, token }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Notes where a host listens, for its own user alone. */
export async function writeHostAddress(runDir: string, address: HostAddress): Promise<void> {
  const draft = join(runDir, `${fileName}.${randomUUID()}.tmp`);
  await writeFile(draft, JSON.stringify(address), { mode: 0o600, flag: 'wx' });
  await rename(draft, join(runDir, fileName));
}

/** Forgets a host, unless another one has taken its place. */
export async function removeHostAddress(runDir: string, { token, socket }: HostAddress): Promise<void> {
  const known = await readHostAddress(runDir);
  if (known?.token === token) await rm(join(runDir, fileName), { force: true });
  if (isPipe(socket)) return;
  await rm(socket, { force: true });
  if (!socket.startsWith(runDir)) await rm(dirname(socket), { recursive: true, force: true });
}

/** A path to listen on that nobody uses: in the project, or near it where that path would be too long. */
export async function freshSocket(runDir: string): Promise<string> {
  await makeFolder(runDir, 0o700);
  await chmod(runDir, 0o700);
  const name = randomUUID().slice(0, 8);
  if (process.platform === 'win32') {
    const project = createHash('sha256').update(runDir).digest('hex').slice(0, 16);
    return `\\\\.\\pipe\\helve-${project}-${name}`;
  }
  const near = join(runDir, `host-${name}.sock`);
  if (Buffer.byteLength(near) <= maxSocketPath) return near;
  return join(await mkdtemp(join(tmpdir(), 'helve-')), 'host.sock');
}

/** A named pipe is no file. */
export function isPipe(socket: string): boolean {
  return socket.startsWith('\\\\');
}
