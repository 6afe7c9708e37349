import { unwritable } from '../format-error.js';
import { encoderFor } from '../text/encoder.js';
import type { Escaper } from '../text/escaper.js';
import type { LoadedText } from '../text/open-text.js';

/** New text in the place of a range, in UTF-16 units; ranges of one document do not overlap. */
export interface TextSplice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Rules for text that is put into a document. */
export interface SpliceRules {
  readonly format: string;
  /** Escapes characters that the encoding of the document lacks. */
  readonly escaper?: Escaper;
}

/** Replaces ranges of a document; all other bytes stay as they are. Splices at one position stay in their order. */
export function spliceText(
  bytes: Uint8Array,
  text: LoadedText,
  splices: readonly TextSplice[],
  { format, escaper }: SpliceRules,
): Uint8Array {
  const encode = encoderFor(text.form.encoding);
  const holds = (char: string): boolean => encode(char) !== undefined;
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (const { start, end, text: added } of splices.toSorted((one, other) => one.start - other.start)) {
    pieces.push(bytes.subarray(copied, text.byteAt(start)));
    const made = encode(added) ?? encode(escaper?.escape(added, holds) ?? '');
    if (made === undefined || (made.length === 0 && added !== ''))
      throw unwritable('', format, `a character does not exist in "${text.form.encoding}"`);
    pieces.push(made);
    copied = Math.max(copied, text.byteAt(end));
  }
  pieces.push(bytes.subarray(copied));
  return Buffer.concat(pieces);
}

/** The line end of a document; a document without one, or with several kinds, gets that of most files. */
export function lineEndOf({ form }: LoadedText): string {
  return form.lineBreak === 'crlf' ? '\r\n' : form.lineBreak === 'cr' ? '\r' : '\n';
}
