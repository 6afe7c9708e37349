import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ByteSink } from '../contract/format.js';

/** Bytes wait for each other up to here before they go to the disk. */
const CHUNK_BYTES = 256 * 1024;

/** A file that takes its name only when it is whole: until then it stands beside under a name of its own. */
export class OutputFile implements ByteSink {
  readonly #path: string;
  readonly #temporary: string;
  #file: FileHandle | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #discarded = false;
  bytes = 0;

  /** Outputs of one run that are told the same token have the same temporary name, so that any of them can discard it. */
  constructor(path: string, token: string = randomBytes(6).toString('hex')) {
    this.#path = path;
    this.#temporary = join(dirname(path), `.${basename(path)}.${token}.tmp`);
  }

  write(bytes: Uint8Array): void | Promise<void> {
    this.bytes += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= CHUNK_BYTES) return this.#flush();
  }

  /** Everything is on the disk after that, still under the other name. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#file?.sync();
    await this.#close();
  }

  /** Gives the file its name, and the mode of the file that it replaces. */
  async commit(): Promise<void> {
    await rename(this.#temporary, this.#path);
  }

  async discard(): Promise<void> {
    this.#discarded = true;
    this.#waiting = [];
    await this.#close();
    await rm(this.#temporary, { force: true });
  }

  async #flush(): Promise<void> {
    const chunk = this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    const file = await this.#opened();
    if (chunk !== undefined && chunk.length > 0) await file.writeFile(chunk);
  }

  async #opened(): Promise<FileHandle> {
    if (this.#discarded) throw new Error('Cannot write: the output was discarded');
    if (this.#file !== undefined) return this.#file;
    const mode = await stat(this.#path).then(
      (there) => there.mode & 0o777,
      () => 0o666,
    );
    const file = await open(this.#temporary, 'wx', mode);
    this.#file = file;
    if (this.#discarded) await this.discard();
    return file;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}
