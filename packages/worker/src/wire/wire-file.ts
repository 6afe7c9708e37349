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
  /** Id of the call that owns it. */
  readonly owner: string;
}

/** Content of a file. */
export type WireFileData = string | Uint8Array | AsyncIterable<string | Uint8Array>;

const OWN_FOLDER = 'helve-file-';

/** A handle for data too large for a frame: the bytes are in a file that both sides can read. */
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

  /** Measures and hashes an existing file, which is not removed. */
  static async of(path: string, owner: string): Promise<WireFile> {
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
    const { size } = await stat(path);
    return new WireFile({ path, size, sha256: hash.digest('hex'), owner });
  }

  /**
   * Writes a file for one call; in a worker, for the current one. It is removed when that call ends; a file that a
   * worker sent with its result exists until `remove`, or until the worker ends.
   */
  static async write(data: WireFileData, owner: string | undefined = currentCall()?.id): Promise<WireFile> {
    if (owner === undefined) throw new TypeError('Cannot write a file: outside of a call it needs an owner');
    const { path, root } = await newFilePath();
    noteCallFile(owner, { path, root, maker: currentCall() === undefined ? 'host' : 'call' });
    await pipeline(typeof data === 'string' || data instanceof Uint8Array ? [data] : data, createWriter(path));
    return WireFile.of(path, owner);
  }

  /** Its JSON names no path, which is nobody's business but its receiver's. */
  toJSON(): Pick<WireFileFields, 'size' | 'sha256'> {
    return { size: this.size, sha256: this.sha256 };
  }

  stream(): Readable {
    return createReadStream(this.path);
  }

  /** Removes a received file. */
  async remove(): Promise<void> {
    const folder = dirname(this.path);
    const isOwn = basename(folder).startsWith(OWN_FOLDER);
    await rm(isOwn ? folder : this.path, { recursive: isOwn, force: true });
  }
}

/** Returns a path that no other user of the machine can read. */
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

function createWriter(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600 });
}
