import { AnnoNote, payloadOf, textRun, type Block, type Runs } from '@helve/flow';
import { ValueEntry } from './value-entry.js';

/** Skeleton entry of the comment that belongs to a value, which is a note of its block. Its format writes the comment. */
export class NoteEntry extends ValueEntry {
  readonly more?: true;
  /** The comment as it was read, marks included. */
  readonly raw: string;

  constructor(
    blockId: string,
    { offset, length }: { readonly offset: number; readonly length: number },
    { text, raw, more }: { readonly text: string; readonly raw: string; readonly more: boolean },
  ) {
    super(blockId, offset, length, [textRun(text)]);
    this.raw = raw;
    if (more) this.more = true;
  }

  /** Returns the note of the block; a block without notes leaves the comment alone. */
  pick({ annotations }: Block): Runs {
    const note = payloadOf(annotations[AnnoNote], 'note')?.items[0];
    return note === undefined ? this.content : [textRun(note.text)];
  }
}
