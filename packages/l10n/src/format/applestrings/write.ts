import { isPlainObject, type Json } from '@helve/core';
import { contentText } from '../code/content-text.js';
import { NoteEntry } from '../note-entry.js';
import { pickMonolingual, spliceWriter } from '../splice-document.js';
import { encodeComment } from './comment.js';
import { encodeString, type StringStyle } from './string-syntax.js';

/** Writes an Apple strings file around the changed values. */
export const writeAppleStrings = spliceWriter({
  pick: (entry, block, ctx) => (entry instanceof NoteEntry ? entry.pick(block) : pickMonolingual(entry, block, ctx)),
  encode: (runs, entry) => {
    const text = contentText(runs ?? [], false);
    return entry instanceof NoteEntry ? encodeComment(entry.raw, text) : encodeString(text, styleFrom(entry.form));
  },
  encodeText: (text, entry) => encodeString(text, styleFrom(entry.form)),
  escaper: { escape: escapeLacking },
});

/** Reads the style that the reader put into the skeleton. */
function styleFrom(form: Json | undefined): StringStyle {
  const { quote, lineEnd, spelled } = isPlainObject(form) ? form : {};
  return {
    quote: quote === '"' || quote === "'" || quote === '' ? quote : undefined,
    lineEnd: typeof lineEnd === 'string' ? lineEnd : '',
    spelled: typeof spelled === 'string' ? spelled : '',
  };
}

/** Escapes the characters that the encoding of the file lacks. */
export function escapeLacking(text: string, holds: (char: string) => boolean): string {
  return text.replaceAll(/./gsu, (char) => (holds(char) ? char : escapeUnits(char)));
}

function escapeUnits(char: string): string {
  return Array.from({ length: char.length }, (_, at) => {
    return `\\U${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
