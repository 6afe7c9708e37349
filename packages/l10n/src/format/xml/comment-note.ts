import { AnnoNote, payloadOf, type Block } from '@helve/flow';
import { unwritable } from '../format-error.js';
import type { NoteEntry } from '../note-entry.js';

/** Returns the text of an XML comment, without marks and indentation. */
export function commentText(raw: string): string {
  return raw
    .slice(4, -3)
    .split(/\r\n|\r|\n/u)
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** Writes another text between the marks of a comment; further lines are indented as the second one was. */
export function encodeComment(
  text: string,
  { raw, blockId }: Pick<NoteEntry, 'raw' | 'blockId'>,
  format: string,
): string {
  if (text.includes('--') || text.endsWith('-'))
    throw unwritable(blockId, format, 'an XML comment cannot contain "--"');
  const content = raw.slice(4, -3);
  const [lead = ''] = /^\s*/u.exec(content) ?? [];
  const trail = content.trim() === '' ? '' : content.slice(content.trimEnd().length);
  const [indent = '\n'] = /(?:\r\n|\r|\n)[ \t]*/u.exec(content.slice(lead.length).trimEnd()) ?? [];
  return `<!--${lead}${text.split(/\r\n|\r|\n/u).join(indent)}${trail}-->`;
}

/** Spells the notes of a block as the lines of comments; lines that come from several comments become several again. */
export function commentLines({ annotations }: Pick<Block, 'annotations'>): readonly string[] {
  const note = payloadOf(annotations[AnnoNote], 'note');
  const lines = (note?.items ?? []).flatMap(({ text }) => text.split(/\r\n|\r|\n/u)).map(withoutDashes);
  if (note?.kept === true) return lines.map((line) => `<!-- ${line} -->`);
  return lines.map((line, at) => `${at === 0 ? '<!-- ' : '     '}${line}${at === lines.length - 1 ? ' -->' : ''}`);
}

/** Keeps the dashes of a note from ending its comment. */
function withoutDashes(line: string): string {
  return line.replaceAll(/-(?=-)/gu, '- ').replace(/-$/u, '- ');
}
