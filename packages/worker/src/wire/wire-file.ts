import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { currentCall } from '../call/current-call.js';
import { noteCallFile, wireFolder } from './call-files.js';

export interface WireFileFields {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** The id of the call for which it is there. */
  readonly owner: string;
}

/** What may stand in a file. */
export type WireFileData = string | Uint8Array | AsyncIterable<string | Uint8Array>;

const OWN_FOLDER = 'helve-file-';

/** A handle for data too large for a frame: the bytes stay in a file that both sides can read. */
export class WireFile implements WireFileFields {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly owner: string;

  constructor({ path, size, sha256, owner }: WireFileFields) {
    this.path = path;
    this.size = size;
    this.sha256 = sha256;
    this.owner = owner;
  }

  /** Measures and hashes a file that is already there, and stays there. */
  static async of(path: string, owner: string): Promise<WireFile> {
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
    const { size } = await stat(path);
    return new WireFile({ path, size, sha256: hash.digest('hex'), owner });
  }

  /**
   * Writes a file for one call, in a worker the current one. It is removed when that call ends; one that a worker gave
   * away with its answer is there until `remove`, at the latest until the worker ends.
   */
  static async write(data: WireFileData, owner: string | undefined = currentCall()?.id): Promise<WireFile> {
    if (owner === undefined) throw new TypeError('Cannot write a file: outside of a call it needs an owner');
    const { path, root } = await newFilePath();
    noteCallFile(owner, { path, root, maker: currentCall() === undefined ? 'host' : 'call' });
    await pipeline(typeof data === 'string' || data instanceof Uint8Array ? [data] : data, writerOf(path));
    return WireFile.of(path, owner);
  }

  stream(): Readable {
    return createReadStream(this.path);
  }

  /** Ends the use of a file that was given away. */
  async remove(): Promise<void> {
    const folder = dirname(this.path);
    const isOwn = basename(folder).startsWith(OWN_FOLDER);
    await rm(isOwn ? folder : this.path, { recursive: isOwn, force: true });
  }
}

/** Nobody else on the machine can look into it. */
async function newFilePath(): Promise<{ readonly path: string; readonly root: string }> {
  const shared = wireFolder();
  if (shared === undefined) {
    const root = await mkdtemp(join(tmpdir(), OWN_FOLDER));
    return { root, path: join(root, 'data') };
  }
  await mkdir(shared, { mode: 0o700, recursive: true });
  const path = join(shared, randomUUID());
  return { root: path, path };
}

function writerOf(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600 });
}
