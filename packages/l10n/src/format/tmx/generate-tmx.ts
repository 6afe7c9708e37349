import { AnnoNote, payloadOf, type Block, type Part, type Runs } from '@helve/flow';
import { variantLocale, type ByteSink, type WriteContext, type WriteReport } from '@helve/flow/content';
import { EXCHANGE_PROPERTY, REFERENCES_PROPERTY } from '../generate/exchange-mark.js';
import { contextOf, writeNewFile } from '../xliff/generate/new-units.js';
import { formedContent, formFor } from '../xliff2/generate/new-forms.js';
import { elementAround, emptyTag, startTag } from '../xml/element-text.js';
import { escapeXmlText, legalXmlText } from '../xml/escape-xml.js';
import { writeSeg } from './write-seg.js';

/** Request to write blocks as a translation memory. */
export interface NewTmx {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  /** Its target locale is the only one that is written; without one, all are. */
  readonly ctx: WriteContext;
  /** Batch that the file belongs to, and a note for its translators. */
  readonly batch?: string | undefined;
  readonly note?: string | undefined;
}

/** Writes blocks as TMX 1.4b for exchange: a unit for each block, or for each of its forms, with all of its languages. */
export async function generateTmx({ parts, sink, ctx, batch, note }: NewTmx): Promise<WriteReport> {
  const attributes = {
    creationtool: 'helve',
    creationtoolversion: '1',
    segtype: 'block',
    'o-tmf': 'helve',
    adminlang: 'en',
    srclang: ctx.sourceLocale,
    datatype: 'unknown',
  };
  const told = [
    ...(note === undefined ? [] : [elementAround('note', {}, escapeXmlText(legalXmlText(note)))]),
    ...(batch === undefined ? [] : [prop('x-exchange', batch)]),
  ];
  const header =
    told.length === 0 ? emptyTag('header', attributes) : `${startTag('header', attributes)}${told.join('')}</header>`;
  return writeNewFile(
    parts,
    sink,
    {
      head: `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n  ${header}\n  <body>\n`,
      tail: '  </body>\n</tmx>\n',
      openFile: () => '',
      closeFile: () => '',
      unit: (block, id) =>
        spellUnits(block, id, ctx)
          .map((line) => `    ${line}\n`)
          .join(''),
    },
    ctx,
  );
}

/** One language of a unit. */
interface Variant {
  readonly locale: string;
  readonly runs: Runs;
  readonly status?: string;
}

function spellUnits(block: Block, id: string, ctx: WriteContext): readonly string[] {
  const variants = variantsOf(block, ctx);
  const forms = formedContent(block.source);
  if (forms === undefined) return spellUnit(block, id, variants, {}, ctx);
  const formed = variants.map((variant) => ({ ...variant, content: formedContent(variant.runs) }));
  const keys = new Set(formed.flatMap(({ content }) => (content?.forms ?? []).map(({ keys: [key = 'other'] }) => key)));
  return [...keys].flatMap((key) => {
    const own = formed.map(({ content, ...variant }) => ({ ...variant, runs: formFor(content, variant.runs, key) }));
    return spellUnit(block, `${id}.${key}`, own, { 'x-form': key }, ctx);
  });
}

function variantsOf({ source, sourceLocale, targets }: Block, { targetLocale }: WriteContext): readonly Variant[] {
  const translated = Object.entries(targets)
    .map(([variant, { runs, status }]) => ({ locale: variantLocale(variant), runs, status }))
    .filter(({ locale }) => targetLocale === undefined || locale === targetLocale);
  return [{ locale: sourceLocale, runs: source }, ...translated];
}

function spellUnit(
  block: Block,
  tuid: string,
  variants: readonly Variant[],
  more: Readonly<Record<string, string>>,
  ctx: WriteContext,
): readonly string[] {
  const notes = payloadOf(block.annotations[AnnoNote], 'note')?.items ?? [];
  const limit = block.displayHint?.maxLength;
  const facts = {
    'x-name': block.name === '' || block.name === tuid ? undefined : block.name,
    'x-context': contextOf(block),
    'x-references': block.properties[REFERENCES_PROPERTY],
    'x-exchange': block.properties[EXCHANGE_PROPERTY],
    'x-max-length': limit === undefined ? undefined : String(limit),
    ...more,
  };
  return [
    startTag('tu', { tuid }),
    ...notes.map(({ text }) => `  ${elementAround('note', {}, escapeXmlText(legalXmlText(text)))}`),
    ...Object.entries(facts).flatMap(([type, text]) => (text === undefined ? [] : [`  ${prop(type, text)}`])),
    ...variants.flatMap((variant) => spellVariant(variant, block, ctx)),
    '</tu>',
  ];
}

function spellVariant({ locale, runs, status }: Variant, { id }: Block, ctx: WriteContext): readonly string[] {
  const { xml, losses } = writeSeg(runs);
  if (losses.includes('control-character'))
    ctx.lose({ kind: 'char-replaced', block: id, detail: { reason: 'control-character' } });
  return [
    `  ${startTag('tuv', { 'xml:lang': locale })}`,
    ...(status === undefined ? [] : [`    ${prop('x-status', status)}`]),
    `    <seg>${xml}</seg>`,
    '  </tuv>',
  ];
}

function prop(type: string, text: string): string {
  return elementAround('prop', { type }, escapeXmlText(legalXmlText(text)));
}
