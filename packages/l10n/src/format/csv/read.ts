import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { BatchedParts } from '../batched-parts.js';
import { parseError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { rootLayerId } from '../read-embedded.js';
import { reportRepeated } from '../report-repeated.js';
import { rootLayer } from '../root-layer.js';
import { locate } from '../text/locate.js';
import { openText, type TextSource } from '../text/open-text.js';
import { ScanFault, scanEntries } from '../text/scan-entries.js';
import type { TableOptions } from './options.js';
import { RowReader } from './row-reader.js';
import { tableScanner } from './table-scanner.js';
import { readShape, sampleLength, type TableSample } from './table-shape.js';

/** Facts that set one kind of table apart from another. */
export interface TableFacts {
  readonly id: string;
  readonly mimeType: string;
}

/** Reads a table in pieces: every record is a block, named by its key. */
export function readTable(
  facts: TableFacts,
  source: ByteSource,
  options: TableOptions,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(facts, source, options, ctx));
}

async function* readBatches(
  { id, mimeType }: TableFacts,
  source: ByteSource,
  options: TableOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const { maxBytes, encoding } = options;
  const text = await openText(source, { file: ctx.document, maxBytes, encoding: namedEncoding(encoding) });
  const shape = readShape(await takeSample(text), options);
  const rows = new RowReader(id, shape, options, ctx);
  const properties = rows.targetLocales.length === 0 ? {} : { 'target-language': rows.targetLocales.join(' ') };
  const layer = { format: id, mimeType, form: text.form, multilingual: shape.kind !== 'monolingual', properties };
  yield [{ kind: 'layer-start', layer: rootLayer(layer, ctx) }];
  try {
    for await (const batch of scanEntries(text, ctx.document, tableScanner(shape.syntax, options))) {
      ctx.signal.throwIfAborted();
      const parts: Part[] = [];
      for (const record of batch.entries) {
        const made = rows.parts(record, batch);
        // A record without a document inside, as nearly all are, costs no promise.
        parts.push(...(made instanceof Promise ? await made : made));
      }
      if (parts.length > 0) yield parts;
    }
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error;
    throw parseError(ctx.document, id, error.message, await locate(text, error.index));
  }
  await rows.bad.report(() => text.chunks(), ctx);
  reportRepeated(rows.repeated, ctx);
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

async function takeSample(source: TextSource): Promise<TableSample> {
  let text = '';
  for await (const chunk of source.chunks()) {
    text += chunk.text;
    if (text.length >= sampleLength) return { text: text.slice(0, sampleLength), isWhole: false };
  }
  return { text, isWhole: true };
}
