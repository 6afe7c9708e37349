import { inflateSync } from 'node:zlib';

/** The file that an exchange file was made of. */
export interface OriginalFile {
  /** Id of its format. */
  readonly format: string;
  /** Its name in the exchange file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MARK = 'helve:1';

/** Originals beyond this size are left out of exchange files. */
const maxBytes = 8 * 2 ** 20;

/** Files that unfold to more are refused. */
const maxUnfolded = 64 * 2 ** 20;

/** Packs a file for the skeleton of an exchange file; undefined for one that is too large. */
export async function packOriginal({ format, bytes }: Omit<OriginalFile, 'name'>): Promise<string | undefined> {
  if (bytes.length > maxBytes) return undefined;
  const { zlibSync } = await import('fflate');
  // Its bytes are equal on every machine, unlike those of the library of the system.
  return `${MARK} ${format} ${Buffer.from(zlibSync(bytes, { level: 6 })).toString('base64')}`;
}

/** Unpacks the skeleton of an exchange file; undefined for one of another tool. */
export function unpackOriginal(skeleton: string | undefined, name: string): OriginalFile | undefined {
  const [mark, format = '', packed = ''] = skeleton?.trim().split(/\s+/u) ?? [];
  if (mark !== MARK) return undefined;
  try {
    return { format, name, bytes: inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: maxUnfolded }) };
  } catch {
    return undefined;
  }
}
