import { zipError } from './zip-error.js';
import { lengths, max16, max32, readField, signatures } from './zip-records.js';
import type { ZipBytes } from './zip-bytes.js';

/** Where the central directory of a zip file is, and the records behind it. */
export interface ZipDirectory {
  readonly start: number;
  readonly length: number;
  readonly count: number;
  /** Everything from the end of the directory on: the end records of zip64 and of zip, with the comment. */
  readonly tail: Buffer;
  /** Positions in the tail. */
  readonly endAt: number;
  readonly end64At: number | undefined;
}

/** Finds the central directory by the end of the file. */
export async function findDirectory(bytes: ZipBytes): Promise<ZipDirectory> {
  const tailAt = Math.max(0, bytes.size - max16 - lengths.end - lengths.end64 - lengths.locator64);
  const tail = await bytes.range(tailAt, bytes.size);
  const endAt = findEnd(tail, bytes.file);
  const end = tail.subarray(endAt);
  const stated = { count: end.readUInt16LE(10), length: end.readUInt32LE(12), start: end.readUInt32LE(16) };
  const large = readEnd64(tail, endAt, tailAt, bytes.file);
  const { count, length, start } = large ?? stated;
  if (end.readUInt16LE(4) !== 0 && end.readUInt16LE(4) !== max16) throw zipError(bytes.file, 'several-disks');
  if (large && !isSame(stated, large)) throw zipError(bytes.file, 'bad-directory');
  const behind = tailAt + (large?.at ?? endAt);
  if (start + length !== behind) throw zipError(bytes.file, 'bad-directory');
  const cut = behind - tailAt;
  return {
    start,
    length,
    count,
    tail: tail.subarray(cut),
    endAt: endAt - cut,
    end64At: large === undefined ? undefined : large.at - cut,
  };
}

/** Finds the end record whose comment reaches to the end of the file; two of them are one too many. */
function findEnd(tail: Buffer, file: string): number {
  let found: number | undefined;
  for (let at = tail.length - lengths.end; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== signatures.end) continue;
    if (at + lengths.end + tail.readUInt16LE(at + 20) !== tail.length) continue;
    if (found !== undefined) throw zipError(file, 'two-directories');
    found = at;
  }
  if (found === undefined) throw zipError(file, 'no-directory');
  return found;
}

interface End64 {
  /** Position in the tail. */
  readonly at: number;
  readonly count: number;
  readonly length: number;
  readonly start: number;
}

function readEnd64(tail: Buffer, endAt: number, tailAt: number, file: string): End64 | undefined {
  const locatorAt = endAt - lengths.locator64;
  if (locatorAt < 0 || tail.readUInt32LE(locatorAt) !== signatures.locator64) return undefined;
  const at = readField(tail, { at: locatorAt + 8, length: 8 }) - tailAt;
  if (at < 0 || at + lengths.end64 > locatorAt || tail.readUInt32LE(at) !== signatures.end64)
    throw zipError(file, 'bad-directory');
  if (at + 12 + readField(tail, { at: at + 4, length: 8 }) !== locatorAt) throw zipError(file, 'bad-directory');
  const [count = 0, length = 0, start = 0] = [32, 40, 48].map((field) =>
    readField(tail, { at: at + field, length: 8 }),
  );
  return { at, count, length, start };
}

/** True when the short end record says the same as the long one, or leaves it to that. */
function isSame(
  short: { readonly count: number; readonly length: number; readonly start: number },
  long: { readonly count: number; readonly length: number; readonly start: number },
): boolean {
  return (
    (short.count === max16 || short.count === long.count) &&
    (short.length === max32 || short.length === long.length) &&
    (short.start === max32 || short.start === long.start)
  );
}
