import {
  AnnoNote,
  isSameLanguage,
  newPayload,
  targetStatuses,
  type Block,
  type DisplayHint,
  type Group,
  type Part,
  type Target,
} from '@helve/flow';
import { createTarget, isPluralKey, type ByteSource, type ReadContext } from '@helve/flow/content';
import { EXCHANGE_PROPERTY } from '../../format/generate/exchange-mark.js';
import { readBlock } from '../../format/read-block.js';
import { rootLayerId } from '../../format/read-embedded.js';
import { rootLayer } from '../../format/root-layer.js';
import type { TmxOptions } from '../../format/tmx/options.js';
import { openTmx } from '../../format/tmx/read-tmx.js';
import type { TmxHeader, TmxRemark, TmxUnit, TmxVariant } from '../../format/tmx/tmx-unit.js';
import { knownLocale } from '../../format/xliff/to-variant.js';

/** Reads a translation memory as units: each has its source, and its other languages as translations. */
export async function* readMemory(source: ByteSource, options: TmxOptions, ctx: ReadContext): AsyncGenerator<Part> {
  const { skeleton: _, ...own } = ctx;
  const reading = await openTmx(source, ctx.document, options);
  let reader = new UnitReader(undefined, own);
  for await (const records of reading.records())
    for (const record of records) {
      if (record.kind === 'header') {
        reader = new UnitReader(record.header, own);
        yield { kind: 'layer-start', layer: rootLayer({ ...facts, properties: exchangeOf(record.header) }, own) };
      }
      if (record.kind === 'unit') yield* reader.parts(record.unit);
    }
  yield* reader.end();
  yield { kind: 'layer-end', id: rootLayerId };
}

const form = { encoding: 'utf-8', bom: false, lineBreak: 'lf' } as const;
const facts = { format: 'tmx', mimeType: 'application/x-tmx+xml', multilingual: true, form } as const;

class UnitReader {
  readonly #sourceLocale: string;
  readonly #ctx: ReadContext;
  #count = 0;
  /** Group of the forms that are read. */
  #forms: Group | undefined;

  constructor(header: TmxHeader | undefined, ctx: ReadContext) {
    this.#sourceLocale = knownLocale(header?.attributes['srclang'] ?? '') ?? ctx.sourceLocale;
    this.#ctx = ctx;
  }

  /** Gives the block of a unit; those of the forms of one text are a group. */
  *parts(unit: TmxUnit): Generator<Part> {
    const block = this.#block(unit);
    if (block === undefined) return;
    const key = propOf(unit.remarks, 'x-form');
    if (this.#forms !== undefined && (key === undefined || this.#forms.name !== block.name)) yield* this.end();
    if (key === undefined) return yield { kind: 'block', block };
    if (this.#forms === undefined) {
      const restype = isPluralKey(key) ? 'x-gettext-plurals' : 'x-helve-select';
      this.#forms = { id: `forms ${block.id}`, name: block.name, type: 'group', properties: { restype } };
      yield { kind: 'group-start', group: this.#forms };
    }
    yield { kind: 'block', block: { ...block, name: `${block.name}[${key}]` } };
  }

  /** Ends the forms of the last text. */
  *end(): Generator<Part> {
    if (this.#forms !== undefined) yield { kind: 'group-end', id: this.#forms.id };
    this.#forms = undefined;
  }

  /** Undefined for a unit without the language of the sources. */
  #block({ attributes, remarks, variants }: TmxUnit): Block | undefined {
    this.#count += 1;
    const locale = knownLocale(attributes['srclang'] ?? '') ?? this.#sourceLocale;
    const source =
      variants.find((one) => one.locale === locale) ?? variants.find((one) => isSameLanguage(one.locale, locale));
    if (source === undefined) return undefined;
    const id = attributes['tuid'] ?? String(this.#count);
    const fields = {
      id,
      name: propOf(remarks, 'x-name') ?? id,
      type: 'unit',
      source: source.runs,
      properties: { ...exchangeOf({ remarks }), ...contextOf(remarks) },
      format: 'tmx',
      displayHint: hintOf(remarks),
    };
    const notes = remarks.flatMap(({ kind, text }) => (kind === 'note' ? [{ text }] : []));
    const annotations = notes.length === 0 ? {} : { [AnnoNote]: newPayload('note', { items: notes }) };
    const targets = variants.filter((one) => one !== source).map((one) => [one.locale, targetOf(one)] as const);
    return { ...readBlock(fields, this.#ctx), targets: Object.fromEntries(targets), annotations };
  }
}

/** A translation that does not say how far it is was kept by a tool, and is done. */
function targetOf({ runs, remarks }: TmxVariant): Target {
  const name = propOf(remarks, 'x-status');
  return createTarget(runs, { status: targetStatuses.find((status) => status === name) ?? 'translated' });
}

function exchangeOf({ remarks }: { readonly remarks: readonly TmxRemark[] }): Record<string, string> {
  const reference = propOf(remarks, 'x-exchange');
  return reference === undefined ? {} : { [EXCHANGE_PROPERTY]: reference };
}

function contextOf(remarks: readonly TmxRemark[]): Record<string, string> {
  const context = propOf(remarks, 'x-context');
  return context === undefined ? {} : { context };
}

function hintOf(remarks: readonly TmxRemark[]): DisplayHint | undefined {
  const maxLength = Number(propOf(remarks, 'x-max-length') ?? Number.NaN);
  return Number.isSafeInteger(maxLength) && maxLength > 0 ? { maxLength, unit: 'chars' } : undefined;
}

function propOf(remarks: readonly TmxRemark[], type: string): string | undefined {
  return remarks.find(({ kind, attributes }) => kind === 'prop' && attributes['type'] === type)?.text;
}
