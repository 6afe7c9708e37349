import { contentText } from '../code/content-text.js';
import { NoteEntry } from '../note-entry.js';
import { formText, pickMonolingual, spliceWriter } from '../splice-document.js';
import { encodeComment } from './encode-comment.js';
import { encodeValue, escapeLacking, renderText } from './encode-text.js';

/** Writes a properties file around the changed values. */
export const writeProperties = spliceWriter({
  pick: (entry, block, ctx) => (entry instanceof NoteEntry ? entry.pick(block) : pickMonolingual(entry, block, ctx)),
  encode: (runs, entry) => {
    if (entry instanceof NoteEntry) return encodeComment(entry.raw, contentText(runs ?? [], false));
    return encodeValue(renderText(runs ?? [], formText(entry)), formText(entry));
  },
  encodeText: (text, entry) => encodeValue(text, formText(entry)),
  escaper: { escape: escapeLacking },
});
