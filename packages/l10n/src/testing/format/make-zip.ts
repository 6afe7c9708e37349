import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip file of a test, and the lies that it may tell. */
export interface MadeEntry {
  readonly name: string;
  readonly data: string | Uint8Array;
  readonly stored?: boolean;
  /** Sizes behind the data: with or without signature, in 4 or 8 bytes. */
  readonly descriptor?: { readonly signed: boolean; readonly width: 4 | 8 };
  readonly zip64?: boolean;
  readonly extra?: Uint8Array;
  readonly comment?: string;
  readonly attributes?: number;
  readonly flags?: number;
  readonly method?: number;
  /** Claims of both headers, in place of the truth. */
  readonly size?: number;
  readonly crc?: number;
  /** Claims of the local header alone. */
  readonly local?: { readonly name?: string; readonly method?: number; readonly size?: number };
  /** Offset that the directory claims. */
  readonly offset?: number;
}

/** Properties of the whole file. */
export interface MadeZip {
  readonly prefix?: Uint8Array;
  readonly comment?: string | Uint8Array;
  readonly zip64?: boolean;
  readonly count?: number;
}

/** Makes the bytes of a zip file by hand, true or lying. */
export function makeZip(entries: readonly MadeEntry[], { prefix, comment = '', zip64, count }: MadeZip = {}): Buffer {
  const pieces: Buffer[] = [Buffer.from(prefix ?? [])];
  const offset = (): number => pieces.reduce((sum, piece) => sum + piece.length, 0);
  const records: Buffer[] = [];
  for (const entry of entries) {
    records.push(centralRecord(entry, entry.offset ?? offset()));
    pieces.push(localEntry(entry));
  }
  const start = offset();
  const directory = Buffer.concat(records);
  pieces.push(directory);
  const total = count ?? entries.length;
  if (zip64 === true) pieces.push(...end64(start, directory.length, total, offset()));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(total, 8);
  end.writeUInt16LE(total, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(zip64 === true ? 0xffffffff : start, 16);
  end.writeUInt16LE(Buffer.from(comment).length, 20);
  return Buffer.concat([...pieces, end, Buffer.from(comment)]);
}

function end64(start: number, length: number, count: number, at: number): readonly Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}

interface Facts {
  readonly data: Buffer;
  readonly packed: Buffer;
  readonly size: number;
  readonly crc: number;
  readonly flags: number;
  readonly method: number;
}

function facts({ data: given, stored, descriptor, flags = 0, method, size, crc }: MadeEntry): Facts {
  const data = Buffer.from(given);
  const packed = stored === true ? data : deflateRawSync(data);
  return {
    data,
    packed,
    size: size ?? data.length,
    crc: crc ?? crc32(data),
    flags: flags | 0x800 | (descriptor === undefined ? 0 : 8),
    method: method ?? (stored === true ? 0 : 8),
  };
}

function localEntry(entry: MadeEntry): Buffer {
  const { packed, size, crc, flags, method } = facts(entry);
  const name = Buffer.from(entry.local?.name ?? entry.name);
  const { descriptor, zip64 = false } = entry;
  const isLater = descriptor !== undefined;
  const own = { size: entry.local?.size ?? size, packed: packed.length };
  const extra = Buffer.concat([
    zip64 ? extra64([own.size, own.packed].map((one) => (isLater ? 0 : one))) : Buffer.of(),
    entry.extra ?? Buffer.of(),
  ]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(zip64 ? 45 : 20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(entry.local?.method ?? method, 8);
  header.writeUInt32LE(0x5a216c3d, 10);
  header.writeUInt32LE(isLater ? 0 : crc, 14);
  header.writeUInt32LE(zip64 ? 0xffffffff : isLater ? 0 : own.packed, 18);
  header.writeUInt32LE(zip64 ? 0xffffffff : isLater ? 0 : own.size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  const behind = descriptor === undefined ? Buffer.of() : descriptorRecord(descriptor, { crc, size, packed });
  return Buffer.concat([header, name, extra, packed, behind]);
}

function descriptorRecord(
  { signed, width }: { readonly signed: boolean; readonly width: 4 | 8 },
  { crc, size, packed }: Pick<Facts, 'crc' | 'size' | 'packed'>,
): Buffer {
  const record = Buffer.alloc(4 + 2 * width);
  record.writeUInt32LE(crc, 0);
  for (const [index, value] of [packed.length, size].entries()) {
    if (width === 4) record.writeUInt32LE(value, 4 + index * 4);
    else record.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  }
  return signed ? Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), record]) : record;
}

function centralRecord(entry: MadeEntry, offset: number): Buffer {
  const { packed, size, crc, flags, method } = facts(entry);
  const name = Buffer.from(entry.name);
  const comment = Buffer.from(entry.comment ?? '');
  const extra = Buffer.concat([
    entry.extra ?? Buffer.of(),
    entry.zip64 === true ? extra64([size, packed.length, offset]) : Buffer.of(),
  ]);
  const record = Buffer.alloc(46);
  const large = entry.zip64 === true;
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(0x0314, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(flags, 8);
  record.writeUInt16LE(method, 10);
  record.writeUInt32LE(0x5a216c3d, 12);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(large ? 0xffffffff : packed.length, 20);
  record.writeUInt32LE(large ? 0xffffffff : size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt16LE(comment.length, 32);
  record.writeUInt32LE(entry.attributes ?? 0, 38);
  record.writeUInt32LE(large ? 0xffffffff : offset, 42);
  return Buffer.concat([record, name, extra, comment]);
}

function extra64(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}
