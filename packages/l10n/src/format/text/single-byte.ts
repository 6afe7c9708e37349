import { loadIconv } from './load-iconv.js';

const replacement = 0xfffd;
const tables = new Map<string, Uint16Array>();

/** Returns the 256 characters of a single-byte encoding as UTF-16 units; U+FFFD for a byte without one. */
export function singleByteTable(name: string): Uint16Array {
  let table = tables.get(name);
  if (!table) {
    table = Uint16Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? byte : decodeByte(name, byte)));
    tables.set(name, table);
  }
  return table;
}

function decodeByte(name: string, byte: number): number {
  if (name === 'latin1') return byte;
  if (name === 'us-ascii') return replacement;
  if (name === 'x-user-defined') return 0xf700 + byte;
  if (byTable.includes(name)) {
    const unit = loadIconv().decode(Buffer.of(byte), name).charCodeAt(0);
    // The web decodes the bytes that the table omits as control characters.
    return unit === replacement ? byte : unit;
  }
  return new TextDecoder(name, { ignoreBOM: true }).decode(Uint8Array.of(byte)).charCodeAt(0);
}

/** Encodings that the platform's decoder lacks, or has wrong: some versions of Node give nothing for windows-1252. */
const byTable = ['iso-8859-16', 'windows-1252'];

/** Encodings that the platform's decoder does not know by name. */
export const ownNames: readonly string[] = ['latin1', 'us-ascii', 'iso-8859-16', 'x-user-defined'];

/** Decodes bytes to text, or returns the index of the first invalid one. */
export function decodeSingleByte(bytes: Uint8Array, name: string): string | number {
  const table = singleByteTable(name);
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) {
    const unit = table[bytes[at] ?? 0] ?? replacement;
    if (unit === replacement) return at;
    units[at] = unit;
  }
  return Buffer.from(units.buffer).toString('utf16le');
}
