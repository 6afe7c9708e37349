import type { Part } from '@helve/flow';
import type { ByteSink, WriteContext, WriteReport } from '@helve/flow/content';
import { writeNewFile } from '../../xliff/generate/new-units.js';
import { batchNote, EXCHANGE_PROPERTY, NOTE_PROPERTY, SKELETON_PROPERTY } from '../../generate/exchange-mark.js';
import { elementAround, startTag } from '../../xml/element-text.js';
import { escapeXmlText } from '../../xml/escape-xml.js';
import type { Xliff2Options } from '../options.js';
import { metadata, spellUnit } from './new-unit.js';

/** Request to write a file that was never read. */
export interface NewFile {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly options: Xliff2Options;
  readonly ctx: WriteContext;
}

/** Writes a new XLIFF 2 file: a unit for each block, with typed codes, notes, state, length, context and proposals. */
export async function generateXliff2({ parts, sink, options: { version }, ctx }: NewFile): Promise<WriteReport> {
  const { sourceLocale, targetLocale } = ctx;
  const xmlns = `urn:oasis:names:tc:xliff:document:${version}`;
  const root = startTag('xliff', { xmlns, version, srcLang: sourceLocale, trgLang: targetLocale });
  const setting = { targetLocale, hasForms: version === '2.2' };
  return writeNewFile(
    parts,
    sink,
    {
      head: `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`,
      tail: '</xliff>\n',
      openFile: (number, original, properties) =>
        [`  ${startTag('file', { id: `f${number}`, original })}`, ...fileHead(properties)]
          .map((line) => `${line}\n`)
          .join(''),
      closeFile: (isEmpty) => `${isEmpty ? '    <group id="empty"/>\n' : ''}  </file>\n`,
      unit: (block, id) =>
        spellUnit(block, id, setting)
          .map((line) => `    ${line}\n`)
          .join(''),
    },
    ctx,
  );
}

/** Lines that hold the original of a file, and say which batch it belongs to, with the note for its translators. */
function fileHead(properties: Readonly<Record<string, string>>): readonly string[] {
  const { [EXCHANGE_PROPERTY]: exchange, [NOTE_PROPERTY]: note, [SKELETON_PROPERTY]: skeleton } = properties;
  const notes = [...(note === undefined ? [] : [note]), ...(exchange === undefined ? [] : [batchNote(exchange)])];
  const spelled = notes.map((text) => `      ${elementAround('note', {}, escapeXmlText(text))}`);
  return [
    ...(skeleton === undefined ? [] : [`    ${elementAround('skeleton', {}, escapeXmlText(skeleton))}`]),
    ...metadata({ exchange }, escapeXmlText).map((line) => `  ${line}`),
    ...(spelled.length === 0 ? [] : ['    <notes>', ...spelled, '    </notes>']),
  ];
}
