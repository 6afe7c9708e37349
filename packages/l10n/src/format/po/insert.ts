import { bytesSource, type InsertRequest } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { locationAt, parseError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { insertLines, type LineEntry } from '../insert/insert-lines.js';
import { lineEndOf, spliceText } from '../insert/splice-text.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { isHeader } from './block-builder.js';
import { declaredCharset } from './header.js';
import { MessageIds } from './message-id.js';
import { NewMessages } from './new-message.js';
import type { PoOptions } from './options.js';
import { PoScanner, type PoEntry } from './parse.js';
import { PoFault } from './po-string.js';

/** Puts messages into a catalog, without their translations, and takes others out. */
export async function insertPo(request: InsertRequest<PoOptions>): Promise<Uint8Array> {
  const { bytes, entries: added, remove, options, ctx } = request;
  const encoding = namedEncoding(options.encoding);
  const asked = { file: ctx.document, maxBytes: options.maxBytes, encoding, declared: declaredCharset };
  const loaded = await loadText(bytesSource(bytes), asked);
  const { text } = loaded;
  const messages = parseMessages(loaded, ctx.document);
  const header = messages.find(isHeader);
  const lineEnd = lineEndOf(loaded);
  const spelling = new NewMessages({ header: header?.strings[0] ?? '', lineEnd, options, ctx });
  const splices = insertLines({
    text,
    entries: toLines(text, messages, options),
    added,
    remove,
    head: header === undefined ? 0 : endOfLine(text, header.endAt),
    lineEnd,
    gap: lineEnd,
    key: 'id',
    spell: ({ block }) => spelling.spell(block),
  });
  return spliceText(bytes, loaded, splices, { format: 'po' });
}

function parseMessages({ text }: LoadedText, file: string): readonly PoEntry[] {
  const scanner = new PoScanner(file, new BadValues({ onBadValue: 'skip' }));
  const messages: PoEntry[] = [];
  const take = (): void => {
    for (let entry = scanner.next(); entry; entry = scanner.next()) messages.push(entry);
  };
  try {
    scanner.feed({ text, offset: 0, plain: true, byteAt: (index) => index });
    take();
    scanner.end();
    take();
  } catch (error) {
    if (!(error instanceof PoFault)) throw error;
    throw parseError(file, 'po', error.message, locationAt(text, error.index));
  }
  return messages;
}

function toLines(text: string, messages: readonly PoEntry[], { bilingual }: PoOptions): readonly LineEntry[] {
  const ids = new MessageIds();
  return messages.flatMap((entry): readonly LineEntry[] => {
    if (isHeader(entry)) return [];
    const { context, id } = entry;
    const key = bilingual ? ids.ofText(context, id, {}) : ids.ofKey(context, id, {});
    const start = startOfLine(text, entry.bytes.byteAt(entry.headAt));
    const end = endOfLine(text, entry.bytes.byteAt(entry.endAt));
    return [{ key, start, end, cut: withBlankLine(text, start, end) }];
  });
}

/** Takes the blank line behind a message along, or the one before the last message. */
function withBlankLine(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const after = /^[ \t]*(?:\r\n|\r|\n)/u.exec(text.slice(end, end + 200))?.[0].length ?? 0;
  if (after > 0 || end < text.length) return { start, end: end + after };
  const before = /(?:\r\n|\r|\n)$/u.exec(text.slice(Math.max(0, start - 2), start))?.[0].length ?? 0;
  return { start: start - before, end };
}

function startOfLine(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

function endOfLine(text: string, at: number): number {
  for (let end = at; ; end += 1) {
    const char = text.charAt(end);
    if (char === '') return text.length;
    if (char === '\n') return end + 1;
    if (char === '\r') return text.charAt(end + 1) === '\n' ? end + 2 : end + 1;
  }
}
