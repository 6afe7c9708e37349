import { pickMonolingual, spliceWriter } from '../splice-document.js';
import { formatMessage } from './format-message.js';

/** Writes a changed message in canonical form. */
export const writeMessage = spliceWriter({
  pick: pickMonolingual,
  encode: (runs) => formatMessage(runs ?? []),
});
