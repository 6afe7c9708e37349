import { toEncoding } from './encoding.js';
import { loadIconv } from './load-iconv.js';
import { singleByteTable } from './single-byte.js';

/** Encodes a text; returns undefined when the encoding lacks one of its characters. */
export type Encoder = (text: string) => Uint8Array | undefined;

/** Returns the encoder of an encoding, by its name in `TextForm`. */
export function encoderFor(label: string): Encoder {
  const { name, shape } = toEncoding(label, '');
  if (shape === 'utf-8') return (text) => Buffer.from(text, 'utf8');
  if (name === 'utf-16le') return (text) => Buffer.from(text, 'utf16le');
  if (name === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16();
  return shape === 'single-byte' ? singleByteEncoder(name) : multiByteEncoder(name);
}

/** True when a text can be encoded directly into a buffer, since the encoding has every character. */
export function writesInPlace(label: string): boolean {
  return toEncoding(label, '').shape === 'utf-8';
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

/** Creates an encoder that accepts only text that decodes to itself. */
function multiByteEncoder(name: string): Encoder {
  const iconv = loadIconv();
  if (!iconv.encodingExists(name)) return (text) => (/^\p{ASCII}*$/u.test(text) ? Buffer.from(text) : undefined);
  const decoder = new TextDecoder(name);
  return (text) => {
    const bytes = iconv.encode(text, name);
    return decoder.decode(bytes) === text ? bytes : undefined;
  };
}
