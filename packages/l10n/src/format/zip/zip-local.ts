import type { ZipBytes } from './zip-bytes.js';
import type { ZipEntry } from './zip-entry.js';
import { zipError } from './zip-error.js';
import { findFields, flagBits, lengths, readField, signatures, type RecordField } from './zip-records.js';

/** An entry with its local header. */
export interface LocalEntry extends ZipEntry {
  /** The local header with name and extra field. */
  readonly header: Buffer;
  /** Where the sizes stand in the header. */
  readonly sizes: { readonly packed: RecordField; readonly size: RecordField };
  /** Offset of its data. */
  readonly dataAt: number;
  /** The record behind its data that repeats crc and sizes, if it has one. */
  readonly descriptor: Buffer | undefined;
}

/** Longest header that is read at once with its neighbours. */
const readAheadBytes = 64 * 1024;

/** Reads the local headers of all entries, and refuses those that contradict the central directory or each other. */
export async function readLocals(
  entries: readonly ZipEntry[],
  directoryAt: number,
  bytes: ZipBytes,
): Promise<readonly LocalEntry[]> {
  const window = new HeaderWindow(bytes, directoryAt);
  const sorted = entries.toSorted((one, other) => one.start - other.start);
  const locals = new Map<ZipEntry, LocalEntry>();
  for (const [at, entry] of sorted.entries()) {
    const limit = sorted[at + 1]?.start ?? directoryAt;
    locals.set(entry, await readLocal(entry, limit, window, bytes.file));
  }
  return entries.flatMap((entry) => locals.get(entry) ?? []);
}

/** Reads headers in rising order; small entries share a read. */
class HeaderWindow {
  readonly #bytes: ZipBytes;
  readonly #end: number;
  #start = 0;
  #held: Buffer = Buffer.alloc(0);

  constructor(bytes: ZipBytes, end: number) {
    this.#bytes = bytes;
    this.#end = end;
  }

  async range(start: number, end: number): Promise<Buffer> {
    if (start < this.#start || end > this.#start + this.#held.length) {
      const to = Math.max(end, Math.min(this.#end, start + readAheadBytes));
      this.#held = await this.#bytes.range(start, to);
      this.#start = start;
    }
    return this.#held.subarray(start - this.#start, end - this.#start);
  }
}

async function readLocal(entry: ZipEntry, limit: number, window: HeaderWindow, file: string): Promise<LocalEntry> {
  const { name, start, packed } = entry;
  if (start + lengths.local + entry.rawName.length > limit) throw zipError(file, 'overlap', name);
  const fixed = await window.range(start, start + lengths.local);
  if (fixed.readUInt32LE(0) !== signatures.local) throw zipError(file, 'bad-header', name);
  const nameEnd = lengths.local + fixed.readUInt16LE(26);
  const extraEnd = nameEnd + fixed.readUInt16LE(28);
  const dataAt = start + extraEnd;
  if (dataAt + packed > limit) throw zipError(file, 'overlap', name);
  const header = Buffer.from(await window.range(start, dataAt));
  const [size, packedField] = findFields(header, [22, 18], { start: nameEnd, end: extraEnd }) ?? [];
  if (size === undefined || packedField === undefined) throw zipError(file, 'bad-header', name);
  const sizes = { size, packed: packedField };
  if (!isSameEntry(entry, header, nameEnd, sizes)) throw zipError(file, 'bad-header', name);
  const descriptor = await readDescriptor(entry, dataAt + packed, limit, window, file);
  return { ...entry, header, sizes, dataAt, descriptor };
}

/** True when a local header says what the central directory says; sizes may follow the data instead. */
function isSameEntry(entry: ZipEntry, header: Buffer, nameEnd: number, sizes: LocalEntry['sizes']): boolean {
  const flags = header.readUInt16LE(6);
  if (header.readUInt16LE(8) !== entry.method || !header.subarray(lengths.local, nameEnd).equals(entry.rawName))
    return false;
  const compared = flagBits.encrypted | flagBits.descriptor | flagBits.strong | flagBits.masked;
  if (((flags ^ entry.flags) & compared) !== 0) return false;
  const [crc, packed, size] = [header.readUInt32LE(14), readField(header, sizes.packed), readField(header, sizes.size)];
  const isSame = crc === entry.crc && packed === entry.packed && size === entry.size;
  const isLater = crc === 0 && isUnset(packed) && isUnset(size);
  return isSame || ((flags & flagBits.descriptor) !== 0 && isLater);
}

function isUnset(size: number): boolean {
  return size === 0 || size === 0xffffffff;
}

/** Finds the record behind the data in one of its four shapes: with or without signature, sizes of 4 or 8 bytes. */
async function readDescriptor(
  entry: ZipEntry,
  at: number,
  limit: number,
  window: HeaderWindow,
  file: string,
): Promise<Buffer | undefined> {
  if ((entry.flags & flagBits.descriptor) === 0) return undefined;
  const behind = await window.range(at, Math.min(limit, at + 24));
  const isSigned = behind.length >= 4 && behind.readUInt32LE(0) === signatures.descriptor;
  for (const skip of isSigned ? [4, 0] : [0]) {
    for (const width of [4, 8] as const) {
      const length = skip + 4 + 2 * width;
      if (behind.length >= length && isDescriptor(behind, skip, width, entry))
        return Buffer.from(behind.subarray(0, length));
    }
  }
  throw zipError(file, 'bad-header', entry.name);
}

function isDescriptor(record: Buffer, skip: number, width: 4 | 8, { crc, packed, size }: ZipEntry): boolean {
  return (
    record.readUInt32LE(skip) === crc &&
    readField(record, { at: skip + 4, length: width }) === packed &&
    readField(record, { at: skip + 4 + width, length: width }) === size
  );
}
