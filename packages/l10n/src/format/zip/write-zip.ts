import { crc32 } from 'node:zlib';
import { deflateSync } from 'fflate';
import type { ByteSink } from '@helve/flow/content';
import type { ZipArchive } from './zip-archive.js';
import { zipError } from './zip-error.js';
import type { LocalEntry } from './zip-local.js';
import { writeField, type EntrySizes } from './zip-records.js';

/** New content of members, by their names. */
export type ZipChanges = ReadonlyMap<string, Uint8Array>;

/**
 * Writes a zip file again with changed members: all other bytes are copied as they are, in their order. A changed entry
 * keeps its headers but for checksum and sizes. Returns the number of bytes.
 *
 *     original  [header data][header data   ][header data] directory end
 *     written   [header data][header new][header data] directory end
 */
export async function writeZip(archive: ZipArchive, changes: ZipChanges, sink: ByteSink): Promise<number> {
  const output = new ZipOutput(archive, sink);
  const sorted = archive.entries.toSorted((one, other) => one.start - other.start);
  const records = new Map<LocalEntry, Buffer>();
  for (const entry of sorted) {
    await output.copyTo(entry.start);
    const record = Buffer.from(entry.record);
    const start = output.written;
    const data = changes.get(entry.name);
    const sizes = data === undefined ? undefined : await writeEntry(entry, data, output);
    if (sizes !== undefined) patchSizes(record, entry.fields, 16, sizes, () => tooLarge(archive, entry));
    if (!writeField(record, entry.fields.start, start)) throw tooLarge(archive, entry);
    records.set(entry, record);
  }
  await output.copyTo(archive.directory.start);
  const directoryAt = output.written;
  for (const entry of archive.entries) await output.write(records.get(entry) ?? entry.record);
  await output.write(patchTail(archive, directoryAt));
  return output.written;
}

class ZipOutput {
  readonly #archive: ZipArchive;
  readonly #sink: ByteSink;
  #copied = 0;
  written = 0;

  constructor(archive: ZipArchive, sink: ByteSink) {
    this.#archive = archive;
    this.#sink = sink;
  }

  async copyTo(end: number): Promise<void> {
    if (end <= this.#copied) return;
    for await (const chunk of this.#archive.bytes.source.stream(this.#copied, end)) await this.write(chunk);
    this.#copied = end;
  }

  skipTo(end: number): void {
    this.#copied = end;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#sink.write(bytes);
    this.written += bytes.length;
  }

  refuse(entry: LocalEntry): Error {
    return tooLarge(this.#archive, entry);
  }
}

async function writeEntry(entry: LocalEntry, data: Uint8Array, output: ZipOutput): Promise<EntrySizes> {
  // Not by zlib of Node, whose output differs from version to version.
  const packed = entry.method === 0 ? data : deflateSync(data, { level: 6 });
  const sizes = { crc: crc32(data), packed: packed.length, size: data.length };
  const header = Buffer.from(entry.header);
  // Where the sizes follow the data, most writers leave them empty here.
  const isStated = entry.descriptor === undefined || header.readUInt32LE(14) !== 0;
  if (isStated) patchSizes(header, entry.sizes, 14, sizes, () => output.refuse(entry));
  await output.write(header);
  await output.write(packed);
  if (entry.descriptor !== undefined) await output.write(patchDescriptor(entry.descriptor, sizes));
  output.skipTo(entry.dataAt + entry.packed + (entry.descriptor?.length ?? 0));
  return sizes;
}

function patchSizes(
  record: Buffer,
  { packed, size }: LocalEntry['sizes'],
  crcAt: number,
  sizes: EntrySizes,
  refuse: () => Error,
): void {
  record.writeUInt32LE(sizes.crc, crcAt);
  if (!writeField(record, packed, sizes.packed) || !writeField(record, size, sizes.size)) throw refuse();
}

function patchDescriptor(original: Buffer, { crc, packed, size }: EntrySizes): Buffer {
  const record = Buffer.from(original);
  // 12 or 20 bytes, and 4 more with a signature.
  const skip = original.length % 8 === 0 ? 4 : 0;
  const length = original.length - skip === 12 ? 4 : 8;
  record.writeUInt32LE(crc, skip);
  writeField(record, { at: skip + 4, length }, packed);
  writeField(record, { at: skip + 4 + length, length }, size);
  return record;
}

/** The end records with the new offset of the directory; its length and the number of entries stay. */
function patchTail({ directory, bytes }: ZipArchive, directoryAt: number): Buffer {
  const tail = Buffer.from(directory.tail);
  const { endAt, end64At } = directory;
  if (end64At !== undefined) {
    writeField(tail, { at: end64At + 48, length: 8 }, directoryAt);
    writeField(tail, { at: endAt - 20 + 8, length: 8 }, directoryAt + directory.length + end64At);
    if (tail.readUInt32LE(endAt + 16) === 0xffffffff) return tail;
  }
  if (!writeField(tail, { at: endAt + 16, length: 4 }, directoryAt)) throw zipError(bytes.file, 'too-large');
  return tail;
}

function tooLarge({ bytes }: ZipArchive, { name }: LocalEntry): Error {
  return zipError(bytes.file, 'too-large', name);
}
