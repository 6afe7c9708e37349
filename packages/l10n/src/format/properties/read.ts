import { isUtf8 } from 'node:buffer';
import { createBlockIds, textRun, type ByteSource, type Part, type ReadContext, type Runs } from '@helve/flow';
import { createCodeFinder, type FoundContent } from '../code/create-code-finder.js';
import { parseError, placeAt } from '../format-error.js';
import { parseMessage } from '../messageformat/parse-message.js';
import { readBlock } from '../read-block.js';
import { compileSubfilters, readEmbedded, rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { runsDigest } from '../runs-digest.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import type { PropertiesOptions } from './options.js';
import { parseProperties, PropertiesFault, type PropertyEntry } from './parse.js';

/** Reads a properties file: every value is a block, named by its key; comments above are notes. */
export async function* readProperties(
  source: ByteSource,
  options: PropertiesOptions,
  ctx: ReadContext,
): AsyncGenerator<Part> {
  const text = await loadProperties(source, options, ctx);
  const facts = { format: 'properties', mimeType: 'text/x-java-properties', form: text.form };
  yield { kind: 'layer-start', layer: rootLayer(facts, ctx) };
  const subfilterOf = compileSubfilters(options.subfilters);
  const toBlock = blockMaker(text, options, ctx);
  for (const entry of entriesOf(text, ctx)) {
    const rule = subfilterOf?.(entry.key);
    if (!rule) yield { kind: 'block', block: toBlock(entry) };
    else {
      const embedded = await readEmbedded(
        {
          ...placeOf(text, entry),
          id: entry.key,
          parentId: rootLayerId,
          text: entry.value,
          rule,
          form: formOf(text, entry, '', options),
        },
        ctx,
      );
      ctx.skeleton?.append(embedded.entry);
      yield* embedded.parts;
    }
  }
  yield { kind: 'layer-end', id: rootLayerId };
}

async function loadProperties(source: ByteSource, options: PropertiesOptions, ctx: ReadContext): Promise<LoadedText> {
  const { encoding, maxBytes } = options;
  const request = { file: ctx.document, maxBytes };
  if (encoding !== 'auto') return loadText(source, { ...request, encoding });
  // A large file is refused before all of it is looked at.
  const named = (source.size ?? 0) > maxBytes || isUtf8(await source.bytes()) ? 'utf-8' : 'latin1';
  return loadText(source, { ...request, encoding: named });
}

function* entriesOf(text: LoadedText, ctx: ReadContext): Generator<PropertyEntry> {
  try {
    yield* parseProperties(text.text);
  } catch (error) {
    if (!(error instanceof PropertiesFault)) throw error;
    throw parseError(ctx.document, 'properties', error.message, placeAt(text.text, error.index));
  }
}

function blockMaker(text: LoadedText, options: PropertiesOptions, ctx: ReadContext) {
  const find = createCodeFinder(options.codeFinder);
  const ids = createBlockIds();
  return (entry: PropertyEntry) => {
    const value = entry.value.toWellFormed();
    const { runs, syntax } = options.messageFormat ? messageContent(value, find) : plainContent(find(value));
    const properties: Record<string, string> = { key: entry.key };
    const id = ids.claim(entry.key === '' ? '(empty)' : entry.key, properties);
    if (value !== entry.value) ctx.lose({ kind: 'char-replaced', block: id, detail: { reason: 'lone-surrogate' } });
    const number = ctx.skeleton?.append({
      kind: 'ref',
      blockId: id,
      side: 'source',
      ...placeOf(text, entry),
      digest: runsDigest(runs),
      form: formOf(text, entry, syntax, options),
    });
    return readBlock(
      {
        id,
        name: entry.key,
        type: 'string',
        source: runs,
        properties,
        format: 'properties',
        entry: number,
        note: entry.comment,
      },
      ctx,
    );
  };
}

function plainContent({ runs, icu }: FoundContent): { readonly runs: Runs; readonly syntax: string } {
  return { runs, syntax: icu ? 'icu ' : '' };
}

/** A value that is no message after all is read as text. */
function messageContent(value: string, find: (text: string) => FoundContent) {
  if (value === '') return { runs: Object.freeze([textRun('')]), syntax: 'message ' };
  const message = parseMessage(value);
  return message.ok ? { runs: message.runs, syntax: 'message ' } : plainContent(find(value));
}

function placeOf(
  text: LoadedText,
  { valueAt, valueEnd }: PropertyEntry,
): { readonly offset: number; readonly length: number } {
  const offset = text.byteAt(valueAt);
  return { offset, length: text.byteAt(valueEnd) - offset };
}

/** A file of plain ASCII stays one: any reader of properties understands its escapes. */
function formOf(text: LoadedText, entry: PropertyEntry, syntax: string, options: PropertiesOptions): string {
  const ascii = options.encoding !== 'utf-8' && !text.form.bom && text.plain && text.form.encoding === 'utf-8';
  return `${syntax}${ascii ? 'ascii ' : ''}${entry.bare ? 'bare ' : ''}`;
}
