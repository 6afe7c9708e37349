import { isPlainObject } from '@helve/core';
import type { SkeletonValue } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import { unwritable } from '../format-error.js';
import { pickMonolingual, spliceWriter } from '../splice-document.js';

/** Writes a text file around the changed blocks. */
export const writePlaintext = spliceWriter({
  pick: pickMonolingual,
  encode: (runs, entry, block) => {
    const { unit, lineEnd, icu } = readForm(entry);
    return encodeUnit(contentText(runs ?? [], icu), unit, lineEnd, block.id);
  },
});

function readForm({ form }: SkeletonValue): { readonly unit: string; readonly lineEnd: string; readonly icu: boolean } {
  const { unit, lineEnd, icu } = isPlainObject(form) ? form : {};
  return {
    unit: typeof unit === 'string' ? unit : 'whole',
    lineEnd: typeof lineEnd === 'string' ? lineEnd : '\n',
    icu: icu === true,
  };
}

/** Encodes a block; throws when it would be read back as other blocks. */
function encodeUnit(text: string, unit: string, lineEnd: string, block: string): string {
  const lines = text.split(/\r\n|\n/u);
  if (text.replaceAll('\r\n', '').includes('\r'))
    throw unwritable(block, 'plaintext', 'a carriage return has no line feed');
  if (unit === 'line' && lines.length > 1) throw unwritable(block, 'plaintext', 'a line cannot contain a line break');
  if (unit === 'paragraph' && lines.length > 1 && lines.some((line) => line.trim() === '')) {
    throw unwritable(block, 'plaintext', 'a paragraph cannot contain a blank line');
  }
  return lines.join(lineEnd);
}
