import { inflateRawSync, constants } from 'node:zlib';

/** Facts that the first bytes of a zip package tell. */
export interface ZipOutline {
  /** Names of the entries that begin in these bytes. */
  readonly names: readonly string[];
  /** Content of the entry `mimetype`, or an empty text. */
  readonly mimetype: string;
  /** Content of the entry `[Content_Types].xml`, or an empty text. */
  readonly contentTypes: string;
}

const headerLength = 30;
const maxInflated = 1024 * 1024;

/** Reads the local headers that stand in the first bytes of a zip file; gives nothing for other files. */
export function readZipOutline(head: Uint8Array): ZipOutline | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (!isHeader(bytes, 0)) return undefined;
  const names: string[] = [];
  const texts = new Map<string, string>();
  for (let at = 0; at !== -1 && at + headerLength <= bytes.length;) {
    const nameEnd = at + headerLength + bytes.readUInt16LE(at + 26);
    const from = nameEnd + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + headerLength, nameEnd);
    names.push(name);
    if (name === 'mimetype' || name === '[Content_Types].xml') texts.set(name, entryText(bytes, at, from));
    // A package inside of this one has headers of its own: its bytes are passed over where their number is known.
    at = bytes.indexOf('PK\u0003\u0004', from + bytes.readUInt32LE(at + 18), 'latin1');
  }
  return { names, mimetype: texts.get('mimetype') ?? '', contentTypes: texts.get('[Content_Types].xml') ?? '' };
}

function isHeader(bytes: Buffer, at: number): boolean {
  return bytes.length >= at + 4 && bytes.toString('latin1', at, at + 4) === 'PK\u0003\u0004';
}

/** Content of a small entry; data that is cut off or damaged gives as much as there is. */
function entryText(bytes: Buffer, header: number, from: number): string {
  const size = bytes.readUInt32LE(header + 18);
  const data = bytes.subarray(from, size === 0 ? bytes.length : from + size);
  if (bytes.readUInt16LE(header + 8) === 0) return data.subarray(0, 200).toString('utf8');
  try {
    return inflateRawSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxInflated }).toString('utf8');
  } catch {
    return '';
  }
}
