import { AnnoNote, payloadOf, textRun, type Block, type Runs } from '@helve/flow';
import { ValueEntry } from '../value-entry.js';

/** Skeleton entry of the comment above a value, which is a note of its block. */
export class CommentEntry extends ValueEntry {
  readonly more = true;
  readonly raw: string;

  constructor(blockId: string, offset: number, length: number, text: string, raw: string) {
    super(blockId, offset, length, [textRun(text)]);
    this.raw = raw;
  }

  /** Returns the note of the block; a block without notes leaves the comment alone. */
  pick({ annotations }: Block): Runs {
    const note = payloadOf(annotations[AnnoNote], 'note')?.items[0];
    return note === undefined ? this.content : [textRun(note.text)];
  }

  /** Writes another text after the comment marks; new lines get the mark of the last. */
  encode(text: string): string {
    const parts = this.raw.split(/(\r\n|\r|\n)/u);
    const lines = parts.filter((_, index) => index % 2 === 0);
    const breaks = parts.filter((_, index) => index % 2 === 1);
    return text
      .split(/\r\n|\r|\n/u)
      .map((lineText, index) => {
        const lineEnd = index === 0 ? '' : (breaks[index - 1] ?? breaks.at(-1) ?? '\n');
        return lineEnd + withText(lines[index] ?? lines.at(-1) ?? '#', lineText);
      })
      .join('');
  }
}

function withText(line: string, text: string): string {
  const [lead = '#'] = /^[ \t\f]*[#!]\s*/u.exec(line) ?? [];
  const tail = line.slice(lead.length).trimEnd().length + lead.length;
  return lead + text + line.slice(tail);
}
