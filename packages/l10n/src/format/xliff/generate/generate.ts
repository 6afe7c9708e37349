import { extname } from 'node:path';
import type { Part } from '@helve/flow';
import type { ByteSink, WriteContext, WriteReport } from '@helve/flow/content';
import { batchNote, EXCHANGE_PROPERTY, NOTE_PROPERTY } from '../../generate/exchange-mark.js';
import { elementAround, startTag } from '../../xml/element-text.js';
import { escapeXmlText } from '../../xml/escape-xml.js';
import { writeNewFile } from './new-units.js';
import { spellUnit } from './new-unit.js';

/** Request to write a file that was never read. */
export interface NewFile {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly ctx: WriteContext;
}

/** Kinds of files that XLIFF 1.2 has words for; it needs one. */
const datatypes: Readonly<Record<string, string>> = {
  '.html': 'html',
  '.htm': 'html',
  '.xml': 'xml',
  '.po': 'po',
  '.properties': 'javapropertyresourcebundle',
  '.resx': 'resx',
};

/** Writes a new XLIFF 1.2 file: a trans-unit for each block, and a group of them for one with forms. */
export async function generateXliff({ parts, sink, ctx }: NewFile): Promise<WriteReport> {
  const { sourceLocale, targetLocale } = ctx;
  const root = startTag('xliff', { xmlns: 'urn:oasis:names:tc:xliff:document:1.2', version: '1.2' });
  return writeNewFile(
    parts,
    sink,
    {
      head: `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`,
      tail: '</xliff>\n',
      openFile: (_, original, properties) => {
        const datatype = datatypes[extname(original).toLowerCase()] ?? 'plaintext';
        const languages = { 'source-language': sourceLocale, 'target-language': targetLocale };
        return `  ${startTag('file', { original, ...languages, datatype })}\n${fileHeader(properties)}    <body>\n`;
      },
      closeFile: () => '    </body>\n  </file>\n',
      unit: (block, id) =>
        spellUnit(block, id, targetLocale)
          .map((line) => `      ${line}\n`)
          .join(''),
    },
    ctx,
  );
}

/** The header of a file that says which batch it belongs to, with the note for its translators. */
function fileHeader(properties: Readonly<Record<string, string>>): string {
  const { [EXCHANGE_PROPERTY]: exchange, [NOTE_PROPERTY]: note } = properties;
  const notes = [...(note === undefined ? [] : [note]), ...(exchange === undefined ? [] : [batchNote(exchange)])];
  if (notes.length === 0) return '';
  const spelled = notes.map((text) => `      ${elementAround('note', {}, escapeXmlText(text))}\n`);
  return `    <header>\n${spelled.join('')}    </header>\n`;
}
