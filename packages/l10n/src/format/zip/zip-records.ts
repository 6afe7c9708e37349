/** Signatures of the records of a zip file. */
export const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

/** Lengths of the records without their variable parts. */
export const lengths = { local: 30, central: 46, end: 22, end64: 56, locator64: 20 } as const;

export const max16 = 0xffff;
export const max32 = 0xffffffff;

/** Bits of the general purpose flag. */
export const flagBits = { encrypted: 1, descriptor: 8, strong: 0x40, utf8: 0x800, masked: 0x2000 } as const;

/** The two sizes and the crc of an entry. */
export interface EntrySizes {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** A field in a record: 4 bytes, or 8 in the extra field of zip64. */
export interface RecordField {
  readonly at: number;
  readonly length: 4 | 8;
}

/** Reads a field; a number that no file can reach is given as infinity. */
export function readField(record: Buffer, { at, length }: RecordField): number {
  if (length === 4) return record.readUInt32LE(at);
  const value = record.readBigUInt64LE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);
}

/** Writes a field; returns false where the number does not fit. */
export function writeField(record: Buffer, { at, length }: RecordField, value: number): boolean {
  if (length === 8) record.writeBigUInt64LE(BigInt(value), at);
  else if (value >= max32) return false;
  else record.writeUInt32LE(value, at);
  return true;
}

/** Locations of fields in a local or central record: those that are full continue in the extra field of zip64. */
export function findFields(
  record: Buffer,
  fixed: readonly number[],
  extra: { readonly start: number; readonly end: number },
): readonly RecordField[] | undefined {
  const full = fixed.map((at) => record.readUInt32LE(at) === max32);
  if (!full.includes(true)) return fixed.map((at) => ({ at, length: 4 }));
  const zip64 = findExtra(record, extra, 1);
  if (zip64 === undefined) return fixed.map((at) => ({ at, length: 4 }));
  let next = zip64.start;
  const fields = fixed.map((at, index): RecordField => {
    if (full[index] !== true) return { at, length: 4 };
    next += 8;
    return { at: next - 8, length: 8 };
  });
  return next <= zip64.end ? fields : undefined;
}

/** Finds the data of an extra field by its id. */
function findExtra(
  record: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
  id: number,
): { readonly start: number; readonly end: number } | undefined {
  for (let at = start; at + 4 <= end;) {
    const dataEnd = at + 4 + record.readUInt16LE(at + 2);
    if (dataEnd > end) return undefined;
    if (record.readUInt16LE(at) === id) return { start: at + 4, end: dataEnd };
    at = dataEnd;
  }
  return undefined;
}
