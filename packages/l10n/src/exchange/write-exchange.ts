import type { JsonObject } from '@helve/core';
import type { Block, Part } from '@helve/flow';
import { dataText, type ByteSink, type FormatResolver, type WriteContext, type WriteReport } from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import type { ExchangeFormat } from './manifest.js';

/** Request to write an exchange file. */
export interface ExchangeWriting {
  readonly format: ExchangeFormat;
  readonly options: JsonObject;
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly ctx: WriteContext & { readonly formats: FormatResolver };
  readonly batch: string;
  readonly note?: string | undefined;
}

/** Extensions of exchange files. */
export const exchangeExtensions: Readonly<Record<ExchangeFormat, string>> = Object.freeze({
  xliff2: '.xlf',
  xliff: '.xlf',
  po: '.po',
  tmx: '.tmx',
  csv: '.csv',
  xlsx: '.xlsx',
});

/** Writers of formats whose exchange files are not those that a conversion makes. */
const writers: Readonly<Partial<Record<ExchangeFormat, (writing: ExchangeWriting) => Promise<WriteReport>>>> = {
  tmx: async ({ parts, sink, ctx, batch, note }) =>
    (await import('../format/tmx/generate-tmx.js')).generateTmx({ parts, sink, ctx, batch, note }),
  csv: async ({ parts, sink, ctx }) => (await import('./table/write-csv-table.js')).writeCsvTable(parts, sink, ctx),
  xlsx: async ({ parts, sink, ctx }) => (await import('./table/write-workbook.js')).writeWorkbook(parts, sink, ctx),
  po: (writing) => writeGenerated({ ...writing, parts: withDistinctContexts(writing.parts) }),
};

/** Writes units as an exchange file. */
export function writeExchange(writing: ExchangeWriting): Promise<WriteReport> {
  return (writers[writing.format] ?? writeGenerated)(writing);
}

async function writeGenerated({ format, options, parts, sink, ctx }: ExchangeWriting): Promise<WriteReport> {
  const own = ctx.formats.byId(format);
  if (own === undefined || !own.caps.generative) throw l10nErrors.create('L10N_NO_SKELETON', { format });
  return own.write(parts, sink, undefined, options, ctx);
}

/** Catalogs know messages by context and text: one that another message has too gets its id into the context. */
async function* withDistinctContexts(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  const seen = new Set<string>();
  for await (const part of parts) {
    if (part.kind !== 'block') yield part;
    else yield { kind: 'block', block: withContext(part.block, seen) };
  }
}

function withContext(block: Block, seen: Set<string>): Block {
  const context = block.properties['context'] ?? block.name;
  const key = (text: string): string => `${text}\u0004${dataText(block.source)}`;
  const own = seen.has(key(context)) ? `${context} (${block.id})` : context;
  seen.add(key(own));
  return own === context ? block : { ...block, properties: { ...block.properties, context: own } };
}
