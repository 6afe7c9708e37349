import type { JsonObject } from '@helve/core';
import type { Part } from '@helve/flow';
import type { ByteSink, FormatResolver, WriteContext, WriteReport } from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import type { ExchangeFormat } from './manifest.js';

/** Request to write an exchange file. */
export interface ExchangeWriting {
  readonly format: ExchangeFormat;
  readonly options: JsonObject;
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly ctx: WriteContext & { readonly formats: FormatResolver };
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

/** Writes units as an exchange file. */
export async function writeExchange({ format, options, parts, sink, ctx }: ExchangeWriting): Promise<WriteReport> {
  const own = ctx.formats.byId(format);
  if (own === undefined || !own.caps.generative) throw l10nErrors.create('L10N_NO_SKELETON', { format });
  return own.write(parts, sink, undefined, options, ctx);
}
