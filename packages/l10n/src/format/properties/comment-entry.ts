import { AnnoNote, payloadOf, textRun, type Block, type Runs } from '@helve/flow';
import { ValueEntry } from '../value-entry.js';

/** Where the comment above a value stands, which is a note of its block. */
export class CommentEntry extends ValueEntry {
  readonly more = true;
  readonly raw: string;

  constructor(blockId: string, offset: number, length: number, text: string, raw: string) {
    super(blockId, offset, length, [textRun(text)]);
    this.raw = raw;
  }

  /** What the block has for it; a block without notes leaves it alone. */
  pick({ annotations }: Block): Runs {
    const note = payloadOf(annotations[AnnoNote], 'note')?.items[0];
    return note === undefined ? this.content : [textRun(note.text)];
  }

  /** Another text behind the marks that the lines have; lines that are new have the mark of the last. */
  encode(text: string): string {
    const parts = this.raw.split(/(\r\n|\r|\n)/u);
    const lines = parts.filter((_, index) => index % 2 === 0);
    const breaks = parts.filter((_, index) => index % 2 === 1);
    return text
      .split(/\r\n|\r|\n/u)
      .map((said, index) => {
        const lineEnd = index === 0 ? '' : (breaks[index - 1] ?? breaks.at(-1) ?? '\n');
        return lineEnd + withText(lines[index] ?? lines.at(-1) ?? '#', said);
      })
      .join('');
  }
}

function withText(line: string, said: string): string {
  const [lead = '#'] = /^[ \t\f]*[#!]\s*/u.exec(line) ?? [];
  const tail = line.slice(lead.length).trimEnd().length + lead.length;
  return lead + said + line.slice(tail);
}
