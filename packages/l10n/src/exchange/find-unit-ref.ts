import { AnnoNote, payloadOf, type Block } from '@helve/flow';
import { EXCHANGE_PROPERTY, findExchangeNote } from '../format/generate/exchange-mark.js';
import { readUnitRef, type UnitRef } from './unit-ref.js';

/** Finds the reference of a returned unit: in its metadata, else in its notes. */
export function findUnitRef({ properties, annotations }: Block): UnitRef | undefined {
  const own = properties[EXCHANGE_PROPERTY];
  const notes = payloadOf(annotations[AnnoNote], 'note')?.items ?? [];
  const text = own ?? notes.map((note) => findExchangeNote(note.text)).find((found) => found !== undefined);
  return text === undefined ? undefined : readUnitRef(text);
}
