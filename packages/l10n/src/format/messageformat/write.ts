import { pickMonolingual, spliceWriter } from '../splice-document.js';
import { formatMessage } from './format-message.js';

/** Writes a message in canonical form where it changed. */
export const writeMessage = spliceWriter({
  pick: pickMonolingual,
  encode: (runs) => formatMessage(runs ?? []),
});
