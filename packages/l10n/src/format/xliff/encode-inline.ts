import type { PluralRun, Run, Runs, SelectRun } from '@helve/flow';
import { unwritable } from '../format-error.js';
import { formatMessage } from '../messageformat/format-message.js';
import { escapeXmlText, isXmlText } from '../xml/escape-xml.js';
import { ownSubType } from './inline-draft.js';
import { hideCodes } from './message/inline-message.js';

/** Target and settings for writing content. */
export interface InlineTarget {
  readonly format: string;
  readonly block: string;
  readonly lineEnd: string;
  /** Writes a character that XML does not allow; without it, such content is refused. */
  readonly control?: (char: string) => string;
}

/** Writes content as XML: codes of the file as they are there, all else as text. */
export function encodeInline(runs: Runs, target: InlineTarget): string {
  return runs.map((run) => encodeRun(run, target)).join('');
}

function encodeRun(run: Run, target: InlineTarget): string {
  switch (run.kind) {
    case 'text':
      return encodeText(run.text, target);
    case 'ph':
    case 'pc-open':
    case 'pc-close':
      return run.subType?.startsWith(ownSubType) ? run.data : encodeText(run.data, target);
    case 'sub':
      throw unwritable(target.block, target.format, 'it contains a placeholder for another block');
    case 'plural':
    case 'select':
      return encodeMessage(run, target);
  }
}

/** Writes a message: its forms as text, and codes of the file in them as they are there. */
function encodeMessage(run: PluralRun | SelectRun, target: InlineTarget): string {
  const hidden = hideCodes(run, (code) => 'subType' in code && (code.subType ?? '').startsWith(ownSubType));
  if (hidden === undefined)
    throw unwritable(target.block, target.format, 'its message has characters of private use beside codes');
  return hidden.reveal(encodeText(formatMessage([hidden.run]), target));
}

function encodeText(text: string, target: InlineTarget): string {
  if (isXmlText(text)) return escapeXmlText(text, target.lineEnd);
  const { control } = target;
  if (!control) throw unwritable(target.block, target.format, 'a character is not allowed in XML 1.0');
  return [...text].map((char) => (isXmlText(char) ? escapeXmlText(char, target.lineEnd) : control(char))).join('');
}
