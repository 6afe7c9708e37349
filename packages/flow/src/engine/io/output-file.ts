import { randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  fchmodSync,
  fsync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FileAccess } from '../../contract/file-access.js';
import type { ByteSink } from '../../contract/format.js';
import { flowErrors } from '../../flow-errors.js';
import { systemFiles } from './system-files.js';

/** Bytes wait for each other up to here before they go to the disk. */
const CHUNK_BYTES = 256 * 1024;
const NEW_FILE_MODE = 0o666;
/** A file may take the place of one that is only to be read; Windows syncs none that cannot be written. */
const SYNC_MODE = process.platform === 'win32' ? 'r+' : 'r';

const write = promisify(writeFile);
const sync = promisify(fsync);

/**
 * A file that takes its name only when it is whole: until then it stands beside under a name of its own. What takes the
 * system no longer than to start waiting for it is done at once; only large pieces and the disk itself are waited for.
 */
export class OutputFile implements ByteSink {
  readonly #path: string;
  /** True for a device or a pipe, which is written to and keeps no bytes. */
  readonly isStream: boolean;
  readonly #temporary: string;
  readonly #files: FileAccess;
  #file: number | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #underway: Promise<void> | undefined;
  #discarded = false;
  bytes = 0;

  /** Outputs of one run with the same token share a temporary name, so that any of them can discard it. */
  constructor(path: string, token: string = randomBytes(6).toString('hex'), files: FileAccess = systemFiles) {
    const { path: resolved, isStream } = resolveOutput(path, files);
    this.#path = resolved;
    this.isStream = isStream;
    this.#files = files;
    this.#temporary = isStream ? resolved : join(dirname(resolved), `.${basename(resolved)}.${token}.tmp`);
  }

  write(bytes: Uint8Array): void | Promise<void> {
    this.bytes += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= CHUNK_BYTES) return this.#flush();
  }

  /** Everything is in the file after that, still under the other name. */
  async finish(): Promise<void> {
    try {
      writeFileSync(this.#opened(), this.#takeWaiting());
    } catch (error) {
      throw this.#withPath(error);
    }
    this.#close();
  }

  /** The bytes that were written, while it has not got its name. */
  read(): AsyncIterable<Uint8Array> {
    return createReadStream(this.#temporary);
  }

  /** Waits until it is on the disk; also for one that was written elsewhere with the same token. */
  async settle(): Promise<void> {
    if (this.isStream) return;
    this.#file = openSync(this.#temporary, SYNC_MODE);
    await this.#wait(sync(this.#file));
    this.#close();
  }

  /** Gives the file its name, and the mode of the file that it replaces. */
  async commit(): Promise<void> {
    if (!this.isStream) renameSync(this.#temporary, this.#path);
  }

  async discard(): Promise<void> {
    this.#discarded = true;
    this.#waiting = [];
    await this.#underway?.catch(() => undefined);
    this.#close();
    if (!this.isStream) rmSync(this.#temporary, { force: true });
  }

  #flush(): Promise<void> {
    return this.#wait(write(this.#opened(), this.#takeWaiting()));
  }

  /** A file is not closed under somebody who writes to it: its number may be another's then. */
  async #wait(work: Promise<void>): Promise<void> {
    this.#underway = work;
    await work.catch((error: unknown) => {
      throw this.#withPath(error);
    });
    this.#underway = undefined;
  }

  /** Adds the path to a problem of an open file, such as a full disk, which the system reports without it. */
  #withPath(error: unknown): unknown {
    if (!(error instanceof Error) || !('syscall' in error) || 'path' in error) return error;
    return flowErrors.create('FLOW_OUTPUT_PATH', { path: this.#path, problem: error.message }, { cause: error });
  }

  #takeWaiting(): Uint8Array {
    const [first = new Uint8Array(0), ...rest] = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    return rest.length === 0 ? first : Buffer.concat([first, ...rest]);
  }

  #opened(): number {
    if (this.#discarded) throw new Error('Cannot write: the output was discarded');
    return (this.#file ??= this.isStream ? openSync(this.#temporary, 'w') : this.#open());
  }

  #open(): number {
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    const mode = stats === undefined ? NEW_FILE_MODE : stats.mode & 0o777;
    const file = this.#files.create(this.#path, this.#temporary, mode);
    // The system takes from a new file what its user does not want new files to have.
    if (stats !== undefined) fchmodSync(file, stats.mode & 0o777);
    return file;
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Writes a file that takes its name only when it is whole; where something goes wrong, what was there stays. */
export async function writeOutput<Written>(
  path: string,
  fill: (file: ByteSink) => Written | Promise<Written>,
  files: FileAccess = systemFiles,
): Promise<Written> {
  const file = new OutputFile(path, undefined, files);
  try {
    const written = await fill(file);
    await file.finish();
    await file.settle();
    await file.commit();
    return written;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

interface ResolvedOutput {
  readonly path: string;
  /** A device or a pipe, such as `/dev/stdout`, for those who may open any file: it is written to, and nothing takes its place. */
  readonly isStream: boolean;
}

/** Resolves the file behind a path: a symbolic link stays where it is, and the file behind it is replaced. */
function resolveOutput(path: string, files: FileAccess): ResolvedOutput {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { path, isStream: false };
    const isStream = files === systemFiles && !stats.isFile() && !stats.isDirectory();
    return { path: !isStream && lstatSync(path).isSymbolicLink() ? realpathSync(path) : path, isStream };
  } catch {
    // Opening it reports the problem.
    return { path, isStream: false };
  }
}
