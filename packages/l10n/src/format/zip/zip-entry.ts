import { isUtf8 } from 'node:buffer';
import { zipError } from './zip-error.js';
import { findFields, flagBits, lengths, max16, readField, signatures, type RecordField } from './zip-records.js';

/** An entry of a zip file, as the central directory has it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Offset of its local header. */
  readonly start: number;
  /** Its record in the central directory. */
  readonly record: Buffer;
  readonly rawName: Buffer;
  /** Where sizes and offset stand in the record. */
  readonly fields: { readonly packed: RecordField; readonly size: RecordField; readonly start: RecordField };
}

/** Reads the records of a central directory. */
export function readEntries(directory: Buffer, count: number, file: string): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = 0;
  while (at < directory.length) {
    const entry = readEntry(directory, at, file);
    if (names.has(entry.name)) throw zipError(file, 'duplicate-name', entry.name);
    names.add(entry.name);
    entries.push(entry);
    at += entry.record.length;
  }
  if (entries.length !== count) throw zipError(file, 'bad-directory');
  return entries;
}

function readEntry(directory: Buffer, at: number, file: string): ZipEntry {
  const record = cutRecord(directory, at, file);
  const nameEnd = lengths.central + record.readUInt16LE(28);
  const rawName = record.subarray(lengths.central, nameEnd);
  const fields = findFields(record, [24, 20, 42], { start: nameEnd, end: nameEnd + record.readUInt16LE(30) });
  const [size, packed, start] = fields ?? [];
  if (size === undefined || packed === undefined || start === undefined) throw zipError(file, 'bad-directory');
  const entry = {
    name: decodeName(rawName),
    flags: record.readUInt16LE(8),
    method: record.readUInt16LE(10),
    crc: record.readUInt32LE(16),
    packed: readField(record, packed),
    size: readField(record, size),
    start: readField(record, start),
    record,
    rawName,
    fields: { packed, size, start },
  };
  assertSafe(entry, file);
  return entry;
}

function cutRecord(directory: Buffer, at: number, file: string): Buffer {
  if (at + lengths.central > directory.length || directory.readUInt32LE(at) !== signatures.central)
    throw zipError(file, 'bad-directory');
  const variable = [28, 30, 32].reduce((sum, field) => sum + directory.readUInt16LE(at + field), 0);
  const end = at + lengths.central + variable;
  if (end > directory.length) throw zipError(file, 'bad-directory');
  return directory.subarray(at, end);
}

function decodeName(raw: Buffer): string {
  return isUtf8(raw) ? raw.toString('utf8') : raw.toString('latin1');
}

/** Refuses entries that nobody should unpack: encrypted ones, links, and paths that lead elsewhere. */
function assertSafe({ name, flags, record }: Pick<ZipEntry, 'name' | 'flags' | 'record'>, file: string): void {
  if ((flags & (flagBits.encrypted | flagBits.strong | flagBits.masked)) !== 0) throw zipError(file, 'encrypted', name);
  const isUnix = record.readUInt16LE(4) >> 8 === 3;
  if (isUnix && record.readUInt32LE(38) >>> 28 === 0xa) throw zipError(file, 'symlink', name);
  if (isUnsafe(name)) throw zipError(file, 'unsafe-name', name);
  const disk = record.readUInt16LE(34);
  if (disk !== 0 && disk !== max16) throw zipError(file, 'several-disks', name);
}

function isUnsafe(name: string): boolean {
  if (name === '' || /^[A-Za-z]:/u.test(name) || /[\\\0]/u.test(name) || name.startsWith('/')) return true;
  return name.split('/').includes('..');
}
