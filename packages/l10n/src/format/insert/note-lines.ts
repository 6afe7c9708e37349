import { AnnoNote, payloadOf, type Block } from '@helve/flow';

/** Lines of all notes of a block. */
export function noteLines({ annotations }: Block): readonly string[] {
  const notes = payloadOf(annotations[AnnoNote], 'note')?.items ?? [];
  return notes.flatMap(({ text }) => text.split(/\r\n|\r|\n/u));
}
