import { isAscii, isUtf8 } from 'node:buffer';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { findEncoding, findMark } from './encoding.js';
import { decodeSingleByte } from './single-byte.js';

/** Evidence for the encoding of a file. */
type EncodingEvidence = 'bom' | 'declaration' | 'utf-8' | 'statistics' | 'reader';

/** The encoding of some bytes, and its confidence, from 0 to 1. */
export interface DetectedEncoding {
  readonly encoding: string;
  readonly confidence: number;
  readonly by: EncodingEvidence;
}

/** Encodings that statistics choose from: those that files were written in before UTF-8, without those of DOS and Mac. */
const candidates = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
];

/**
 * Detects the encoding of the first bytes of a file: by its mark, its declaration, strict UTF-8, and then statistics.
 */
export async function detectEncoding(head: Uint8Array): Promise<DetectedEncoding> {
  const mark = findMark(head);
  if (mark !== undefined) return { encoding: mark.encoding, confidence: 1, by: 'bom' };
  const declared = declaredIn(head);
  if (declared !== undefined) return { encoding: declared, confidence: 0.95, by: 'declaration' };
  const wide = zeroBytes(head);
  if (wide !== undefined) return { encoding: wide, confidence: 0.9, by: 'statistics' };
  if (isAscii(head)) return { encoding: 'utf-8', confidence: 1, by: 'utf-8' };
  if (isUtf8(head.subarray(0, wholeLength(head)))) return { encoding: 'utf-8', confidence: 0.99, by: 'utf-8' };
  return byStatistics(head);
}

const sayings = [
  declaredEncoding,
  (text: string) => /^@charset "([\w.:-]+)";/u.exec(text)?.[1],
  (text: string) => /\bcharset\s*=\s*["']?([A-Za-z][\w.:-]*)/iu.exec(text)?.[1],
];

/** Returns the encoding that a file declares in its first lines, if it is known and true. */
function declaredIn(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 4096)).toString('latin1');
  for (const saying of sayings) {
    const label = saying(text);
    const name = label === undefined ? undefined : findEncoding(label)?.name;
    if (name !== undefined && !name.startsWith('utf-16') && decode(head, name) !== undefined) return name;
  }
  return undefined;
}

/** Detects UTF-16 by zero bytes: Latin text is half zeros. */
function zeroBytes(head: Uint8Array): string | undefined {
  const pairs = Math.floor(head.length / 2);
  let [even, odd] = [0, 0];
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even += 1;
    if (head[at + 1] === 0) odd += 1;
  }
  if (pairs === 0 || Math.max(even, odd) * 2 < pairs) return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
}

/** Windows-1252 has a character for nearly every byte, so it is the answer where statistics have none. */
async function byStatistics(head: Uint8Array): Promise<DetectedEncoding> {
  const { detect } = await import('jschardet');
  const { encoding, confidence } = detect(telltaleLines(head), { detectEncodings: candidates });
  const found = findEncoding(encoding?.replace(/^cp(?=\d)/iu, 'windows-') ?? '');
  if (found === undefined) return { encoding: 'windows-1252', confidence: 0, by: 'statistics' };
  return { encoding: found.name, confidence: Math.round(confidence * 90) / 100, by: 'statistics' };
}

/** Leaves out lines of ASCII: keys and markup would pass for English, which is Western. */
function telltaleLines(head: Uint8Array): Uint8Array {
  const lines = Buffer.from(head).toString('latin1').split('\n');
  return Buffer.from(lines.filter((line) => /[\u0080-\u00FF]/u.test(line)).join('\n'), 'latin1');
}

function decode(head: Uint8Array, name: string): string | undefined {
  if (findEncoding(name)?.shape === 'single-byte') {
    const text = decodeSingleByte(head, name);
    return typeof text === 'string' ? text : undefined;
  }
  try {
    // The last character may be incomplete.
    return new TextDecoder(name, { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/** Returns the length without an incomplete UTF-8 character at the end. */
function wholeLength(head: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, head.length); back += 1) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) return head.length;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? head.length - back : head.length;
  }
  return head.length;
}
