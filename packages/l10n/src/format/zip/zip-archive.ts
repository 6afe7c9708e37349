import { crc32, inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';
import type { ByteSource } from '@helve/flow/content';
import { limitError } from '../format-error.js';
import { openBytes, type ZipBytes } from './zip-bytes.js';
import { findDirectory, type ZipDirectory } from './zip-directory.js';
import { readEntries, type ZipEntry } from './zip-entry.js';
import { zipError } from './zip-error.js';
import { readLocals, type LocalEntry } from './zip-local.js';

/** Maximum size of a central directory: a million entries with short names. */
const maxDirectoryBytes = 64 * 1024 * 1024;
/** Length from which a member that unpacks to very many times its size is refused. */
const bombBytes = 16 * 1024 * 1024;
const bombRatio = 200;

const inflate = promisify(inflateRaw);

/** Limits of reading an archive. */
export interface ZipLimits {
  /** Maximum size of the file. */
  readonly maxBytes: number;
  /** Maximum size of a member, unpacked. */
  readonly maxMemberBytes: number;
}

/** A zip file whose directory was read and compared with its local headers; members are unpacked when they are asked for. */
export class ZipArchive {
  readonly bytes: ZipBytes;
  readonly directory: ZipDirectory;
  /** In the order of the central directory. */
  readonly entries: readonly LocalEntry[];
  readonly #byName: ReadonlyMap<string, LocalEntry>;
  readonly #limits: ZipLimits;

  private constructor(bytes: ZipBytes, directory: ZipDirectory, entries: readonly LocalEntry[], limits: ZipLimits) {
    this.bytes = bytes;
    this.directory = directory;
    this.entries = entries;
    this.#byName = new Map(entries.map((entry) => [entry.name, entry]));
    this.#limits = limits;
  }

  /** Opens a zip file; one that contradicts itself, is encrypted or leads outside is refused. */
  static async open(source: ByteSource, file: string, limits: ZipLimits): Promise<ZipArchive> {
    const bytes = await openBytes(source, file);
    if (bytes.size > limits.maxBytes) throw limitError(file, 'the size in bytes', limits.maxBytes);
    const directory = await findDirectory(bytes);
    if (directory.length > maxDirectoryBytes)
      throw limitError(file, 'the size of the central directory', maxDirectoryBytes);
    const records = await bytes.range(directory.start, directory.start + directory.length);
    const entries = await readLocals(readEntries(records, directory.count, file), directory.start, bytes);
    return new ZipArchive(bytes, directory, entries, limits);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Unpacks a member that must be there, and compares it with its size and checksum. */
  async read(name: string): Promise<Buffer> {
    const entry = this.#byName.get(name);
    const { file } = this.bytes;
    if (entry === undefined) throw zipError(file, 'missing-member', name);
    this.#assertFits(entry);
    const packed = await this.bytes.range(entry.dataAt, entry.dataAt + entry.packed);
    const data = entry.method === 0 ? packed : await this.#inflate(packed, entry);
    if (data.length !== entry.size) throw zipError(file, 'wrong-size', name);
    if (crc32(data) !== entry.crc) throw zipError(file, 'bad-data', name);
    return data;
  }

  #assertFits({ name, size, packed, method }: ZipEntry): void {
    const { file } = this.bytes;
    const { maxMemberBytes } = this.#limits;
    if (method !== 0 && method !== 8) throw zipError(file, 'method', name);
    if (size > bombBytes && size > packed * bombRatio) throw zipError(file, 'bomb', name);
    if (size > maxMemberBytes) throw limitError(`${file}!${name}`, 'the unpacked size in bytes', maxMemberBytes);
  }

  async #inflate(packed: Buffer, { name, size }: ZipEntry): Promise<Buffer> {
    try {
      // One byte more than it may have: a longer one is noticed without unpacking all of it.
      return await inflate(packed, { maxOutputLength: size + 1 });
    } catch (error) {
      const isLong = error instanceof RangeError;
      throw zipError(this.bytes.file, isLong ? 'wrong-size' : 'bad-data', name);
    }
  }
}
