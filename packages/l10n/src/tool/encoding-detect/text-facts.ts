import { createUnmappableFinder } from '../../format/text/unmappable.js';
import { scriptsIn } from '../../text/script-of.js';

/** Encoding requirements of a text. */
type TextFacts = {
  readonly ascii: boolean;
  readonly latin1: boolean;
  /** True when every character is one UTF-16 unit. */
  readonly bmp: boolean;
  readonly scripts: readonly string[];
  /** The smallest encoding that can represent the text. */
  readonly smallest: string;
};

/** Common encodings: those with one byte per character first, then two. */
export const listedEncodings = [
  'latin1',
  'windows-1252',
  'iso-8859-15',
  'iso-8859-2',
  'windows-1250',
  'iso-8859-16',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'windows-1254',
  'windows-1257',
  'windows-1258',
  'iso-8859-5',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'iso-8859-7',
  'windows-1253',
  'iso-8859-8',
  'windows-1255',
  'iso-8859-6',
  'windows-1256',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'gbk',
  'big5',
  'euc-kr',
] as const;

const finders = new Map<string, ReturnType<typeof createUnmappableFinder>>();

/** Determines the encoding requirements of a text. */
export function textFacts(text: string): TextFacts {
  const ascii = /^\p{ASCII}*$/u.test(text);
  return {
    ascii,
    latin1: !/[^\p{ASCII}\u0080-\u00FF]/u.test(text),
    bmp: !/[\u{10000}-\u{10FFFF}]/u.test(text),
    scripts: scriptsIn(text),
    smallest: ascii ? 'us-ascii' : (listedEncodings.find((encoding) => holds(encoding, text)) ?? 'utf-8'),
  };
}

function holds(encoding: string, text: string): boolean {
  let find = finders.get(encoding);
  if (find === undefined) finders.set(encoding, (find = createUnmappableFinder(encoding)));
  return find(text).length === 0;
}
