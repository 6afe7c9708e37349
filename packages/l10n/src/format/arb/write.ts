import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { encodeString, escapeChar } from '../json/json-string.js';
import { formText, pickMonolingual, spliceDocument } from '../splice-document.js';
import { charEscaper } from '../text/escaper.js';
import { BRACE_PROBLEM, writeMessage } from './arb-message.js';
import type { ArbOptions } from './options.js';

/** Writes an ARB file around the changed messages. */
export const writeArb: FormatDefinition<ArbOptions>['write'] = async ({ parts, sink, skeleton, options, ctx }) => {
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  return spliceDocument({
    parts,
    sink,
    skeleton,
    ctx,
    codec: {
      pick: pickMonolingual,
      encode: (runs, entry) => {
        const message = writeMessage(runs ?? [], options.useEscaping);
        if (message === undefined) throw unwritable(entry.blockId, 'arb', BRACE_PROBLEM);
        return encodeString(message, formText(entry));
      },
      escaper: charEscaper(escapeChar),
    },
  });
};
