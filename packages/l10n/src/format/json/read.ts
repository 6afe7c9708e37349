import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { BlockIds, DOCUMENT_ID, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues, badValueRole } from '../bad-value.js';
import { BatchedParts } from '../batched-parts.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { parseError } from '../format-error.js';
import { namedEncoding, type SubfilterRule } from '../format-option.js';
import { readBlock } from '../read-block.js';
import { readEmbedded, rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { locate } from '../text/locate.js';
import { openText, type TextSource } from '../text/open-text.js';
import { ValueEntry } from '../value-entry.js';
import type { JsonOptions } from './options.js';
import { JsonFault, JsonScanner } from './scanner.js';
import { ValueCollector, type JsonValue } from './value-collector.js';

/** Reads JSON in pieces: every string value is a block, named by its key path. */
export function readJson(source: ByteSource, options: JsonOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: JsonOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const { maxBytes } = options;
  const text = await openText(source, { file: ctx.document, maxBytes, encoding: namedEncoding(options.encoding) });
  const layer = rootLayer({ format: 'json', mimeType: 'application/json', form: text.form }, ctx);
  yield [{ kind: 'layer-start', layer }];
  const bad = new BadValues();
  const make = blockMaker(options, bad, ctx);
  for await (const values of readValues(text, options, ctx)) {
    const parts: Part[] = [];
    for (const value of values) {
      if (value.subfilter) parts.push(...(await embeddedParts(value, value.subfilter, ctx)));
      else parts.push({ kind: 'block', block: make(value) });
    }
    yield parts;
  }
  await bad.report(() => text.chunks(), ctx);
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

async function* readValues(
  text: TextSource,
  options: JsonOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly JsonValue[]> {
  const collector = new ValueCollector(options);
  const scanner = new JsonScanner(collector, options.maxDepth, ctx.document);
  try {
    for await (const chunk of text.chunks()) {
      ctx.signal.throwIfAborted();
      scanner.feed(chunk);
      const values = collector.take();
      if (values.length > 0) yield values;
    }
    scanner.end();
    yield collector.take();
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw parseError(ctx.document, 'json', error.message, await locate(text, error.index));
  }
}

async function embeddedParts(value: JsonValue, rule: SubfilterRule, ctx: ReadContext): Promise<readonly Part[]> {
  const { id, text, start, end, style } = value;
  const form = style === '' ? {} : { form: style };
  const { parts, entry } = await readEmbedded(
    { id, parentId: rootLayerId, text, rule, offset: start, length: end - start, ...form },
    ctx,
  );
  ctx.skeleton?.append(entry);
  return parts;
}

function blockMaker(options: JsonOptions, bad: BadValues, ctx: ReadContext): (value: JsonValue) => Block {
  const find = codeFinder(options.codeFinder);
  const ids = new BlockIds();
  return (value) => {
    const properties: Record<string, string> = { key: value.name };
    if (!value.translatable) properties['role'] = value.fault === undefined ? 'excluded' : badValueRole;
    if (value.documentId !== undefined) properties[DOCUMENT_ID] = value.documentId;
    const wanted = sibling(value, 'id');
    const id = wanted === undefined || wanted === '' ? value.id : ids.claim(wanted, properties);
    if (value.fault !== undefined) bad.add(id, value.fault.message, value.fault.index);
    if (value.repaired) ctx.lose({ kind: 'char-replaced', block: id, detail: { reason: 'lone-surrogate' } });
    return toBlock(value, id, properties, find, ctx);
  };
}

function toBlock(
  value: JsonValue,
  id: string,
  properties: Record<string, string>,
  find: CodeFinder,
  ctx: ReadContext,
): Block {
  const { runs, icu } = value.fault === undefined ? find(value.text) : { runs: [textRun(value.text)], icu: false };
  const style = icu ? `icu ${value.style}` : value.style;
  const entry = ctx.skeleton?.append(toValueEntry(value, id, runs, style));
  const maxLength = Number(sibling(value, 'maxLength') ?? 0);
  return readBlock(
    {
      id,
      name: value.name,
      type: 'string',
      translatable: value.translatable,
      source: runs,
      properties,
      format: 'json',
      entry,
      note: sibling(value, 'note'),
      noteIsKept: value.beside?.left.has(value.siblings?.note ?? ''),
      displayHint: maxLength > 0 ? { maxLength } : undefined,
    },
    ctx,
  );
}

/** Creates the skeleton entry; most values are written in the usual way and need no style. */
function toValueEntry({ start, end }: JsonValue, blockId: string, runs: Runs, style: string): ValueEntry {
  return new ValueEntry(blockId, start, end - start, runs, style === '' ? undefined : style);
}

function sibling(value: JsonValue, which: 'id' | 'note' | 'maxLength'): string | undefined {
  const key = value.siblings?.[which];
  return key === undefined ? undefined : value.beside?.values.get(key);
}
