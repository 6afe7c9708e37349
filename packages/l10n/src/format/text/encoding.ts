import { l10nErrors } from '../../l10n-errors.js';
import { ownNames } from './single-byte.js';

/** Relation between the bytes of an encoding and its characters. */
export type EncodingShape = 'utf-8' | 'utf-16' | 'single-byte' | 'multi-byte';

/**
 * A known encoding under its canonical name. `latin1` is ISO 8859-1 itself, and `us-ascii`
 * has seven bits: not the table that the web uses instead of both.
 */
export interface Encoding {
  readonly name: string;
  readonly shape: EncodingShape;
}

/** Labels of encodings that the web reads as a larger one: a file that is written must have the characters of its own only. */
const exactNames: Readonly<Record<string, readonly string[]>> = {
  'us-ascii': ['us-ascii', 'ascii', 'ansi_x3.4-1968', 'iso-ir-6', 'iso646-us', '646'],
  latin1: [
    'latin1',
    'iso-8859-1',
    'iso8859-1',
    'iso88591',
    'iso_8859-1',
    'iso_8859-1:1987',
    'iso-ir-100',
    'l1',
    'cp819',
    'ibm819',
  ],
};

const multiByte = ['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr'];

/** Returns the encoding of a label; throws for an unknown one. */
export function toEncoding(label: string, file: string): Encoding {
  const found = findEncoding(label);
  if (found !== undefined) return found;
  throw l10nErrors.create('L10N_ENCODING', { file, encoding: `in a known encoding ("${label}")`, offset: 0 });
}

/** Returns the encoding of a label, if it is known. */
export function findEncoding(label: string): Encoding | undefined {
  const own = ownName(label.trim().toLowerCase());
  if (own !== undefined) return { name: own, shape: 'single-byte' };
  const name = webName(label);
  return name === undefined ? undefined : { name, shape: findShape(name) };
}

function ownName(label: string): string | undefined {
  const exact = Object.entries(exactNames).find(([, labels]) => labels.includes(label))?.[0];
  return exact ?? ownNames.find((known) => known === label);
}

/** Name of an encoding as files declare it. */
export function declaredName(encoding: string): string {
  return encoding === 'latin1' ? 'ISO-8859-1' : encoding.toUpperCase();
}

/** True when an encoding lacks characters. */
export function lacksCharacters(label: string): boolean {
  return !toEncoding(label, '').shape.startsWith('utf-');
}

/** Cache by label: creating a decoder takes as long as reading a small file. */
const webNames = new Map<string, string>();

function webName(label: string): string | undefined {
  const known = webNames.get(label);
  if (known !== undefined) return known;
  try {
    const name = new TextDecoder(label).encoding;
    webNames.set(label, name);
    return name;
  } catch {
    return undefined;
  }
}

function findShape(name: string): EncodingShape {
  if (name === 'utf-8') return 'utf-8';
  if (name.startsWith('utf-16')) return 'utf-16';
  return multiByte.includes(name) ? 'multi-byte' : 'single-byte';
}

/** A byte order mark and its encoding. */
export interface Mark {
  readonly encoding: string;
  readonly bytes: readonly number[];
}

const marks: readonly Mark[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Returns the byte order mark at the start of a file. */
export function findMark(head: Uint8Array): Mark | undefined {
  return marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
}

/** Returns the byte order mark of an encoding, or no bytes. */
export function markFor(encoding: string): Uint8Array {
  return Uint8Array.from(marks.find((mark) => mark.encoding === encoding)?.bytes ?? []);
}

/** Input for choosing the encoding of a file from its first bytes. */
export interface EncodingChoice {
  readonly file: string;
  readonly head: Uint8Array;
  /** Finds the file's own declaration, in its first bytes read as Latin-1. */
  readonly declared?: ((head: string) => string | undefined) | undefined;
  /** The encoding in the options. */
  readonly option?: string | undefined;
}

/** Chooses the encoding of a file: its byte order mark, else its declaration, else the option, else UTF-8. */
export function chooseEncoding(choice: EncodingChoice): { readonly encoding: Encoding; readonly mark?: Mark } {
  const mark = findMark(choice.head);
  if (mark) return { encoding: toEncoding(mark.encoding, choice.file), mark };
  const { buffer, byteOffset, length } = choice.head;
  const declared = choice.declared?.(Buffer.from(buffer, byteOffset, length).toString('latin1'));
  // A declaration of "UTF-16" in single bytes is false.
  const believed = declared && !/^(utf-?16|utf-?32|ucs-?[24])/i.test(declared) ? declared : undefined;
  return { encoding: toEncoding(believed ?? choice.option ?? 'utf-8', choice.file) };
}
