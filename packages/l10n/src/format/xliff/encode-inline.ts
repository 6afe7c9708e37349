import type { PluralRun, Run, Runs, SelectRun } from '@helve/flow';
import { unwritable } from '../format-error.js';
import { formatMessage } from '../messageformat/format-message.js';
import { Spellings } from '../text/spellings.js';
import { escapeXmlText, isXmlText } from '../xml/escape-xml.js';
import { spelledChars } from '../xml/spelling.js';
import { ownSubType } from './inline-draft.js';
import { hideCodes } from './message/inline-message.js';

/** Target and settings for writing content. */
export interface InlineTarget {
  readonly format: string;
  readonly block: string;
  readonly lineEnd: string;
  /** XML of the content that is replaced; a character that it spells by reference stays so. */
  readonly old?: string;
  /** Writes a character that XML does not allow; without it, such content is refused. */
  readonly control?: (char: string) => string;
}

/** Writes content as XML: codes of the file as they are there, all else as text. */
export function encodeInline(runs: Runs, target: InlineTarget): string {
  const { old = '' } = target;
  const spellings = /[&>]/u.test(old) ? new Spellings(spelledChars(old)) : undefined;
  return runs.map((run) => encodeRun(run, target, spellings)).join('');
}

function encodeRun(run: Run, target: InlineTarget, spellings: Spellings | undefined): string {
  switch (run.kind) {
    case 'text':
      return encodeText(run.text, target, spellings);
    case 'ph':
    case 'pc-open':
    case 'pc-close':
      if (run.subType?.startsWith(ownSubType) !== true) return encodeText(run.data, target, spellings);
      for (const { char } of spellings ? spelledChars(run.data) : []) spellings?.take(char);
      return run.data;
    case 'sub':
      throw unwritable(target.block, target.format, 'it contains a placeholder for another block');
    case 'plural':
    case 'select':
      return encodeMessage(run, target, spellings);
  }
}

/** Writes a message: its forms as text, and codes of the file in them as they are there. */
function encodeMessage(run: PluralRun | SelectRun, target: InlineTarget, spellings: Spellings | undefined): string {
  const hidden = hideCodes(run, (code) => 'subType' in code && (code.subType ?? '').startsWith(ownSubType));
  if (hidden === undefined)
    throw unwritable(target.block, target.format, 'its message has characters of private use beside codes');
  return hidden.reveal(encodeText(formatMessage([hidden.run]), target, spellings));
}

function encodeText(text: string, target: InlineTarget, spellings: Spellings | undefined): string {
  const isXml = isXmlText(text);
  if (isXml && spellings === undefined) return escapeXmlText(text, target.lineEnd);
  const { control } = target;
  if (!isXml && !control) throw unwritable(target.block, target.format, 'a character is not allowed in XML 1.0');
  let written = '';
  for (const char of text) {
    const spelled = spellings?.take(char);
    if (control && !isXmlText(char)) written += control(char);
    else if (spelled !== undefined && mayStand(spelled, written)) written += spelled;
    else written += escapeXmlText(char, target.lineEnd);
  }
  return written;
}

/** True for a spelling that means its character here. */
function mayStand(spelled: string, before: string): boolean {
  return spelled !== '&' && spelled !== '<' && !(spelled === '>' && before.endsWith(']]'));
}
