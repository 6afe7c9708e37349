import { encodingOf } from './encoding.js';
import { loadIconv } from './load-iconv.js';
import { singleByteTable } from './single-byte.js';

/** Gives the bytes of a text, or nothing when the encoding has no bytes for one of its characters. */
export type Encoder = (text: string) => Uint8Array | undefined;

/** The encoder of an encoding, by its name in `TextForm`. */
export function encoderFor(label: string): Encoder {
  const { name, shape } = encodingOf(label, '');
  if (shape === 'utf-8') return (text) => Buffer.from(text, 'utf8');
  if (name === 'utf-16le') return (text) => Buffer.from(text, 'utf16le');
  if (name === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16();
  return shape === 'single-byte' ? singleByteEncoder(name) : multiByteEncoder(name);
}

/** Whether a text can be written into the bytes of others, since the encoding has bytes for all there is. */
export function writesInPlace(label: string): boolean {
  return encodingOf(label, '').shape === 'utf-8';
}

function singleByteEncoder(name: string): Encoder {
  const byteOf = new Map(Array.from(singleByteTable(name), (unit, byte) => [unit, byte]));
  byteOf.delete(0xfffd);
  return (text) => {
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) {
      const byte = byteOf.get(text.charCodeAt(at));
      if (byte === undefined) return undefined;
      bytes[at] = byte;
    }
    return bytes;
  };
}

/** Only what reads back as the same text counts as written. */
function multiByteEncoder(name: string): Encoder {
  const iconv = loadIconv();
  if (!iconv.encodingExists(name)) return (text) => (/^\p{ASCII}*$/u.test(text) ? Buffer.from(text) : undefined);
  const decoder = new TextDecoder(name);
  return (text) => {
    const bytes = iconv.encode(text, name);
    return decoder.decode(bytes) === text ? bytes : undefined;
  };
}
