import type { Block, Part, Runs } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { directionOf } from '../../check/html/direction.js';
import { BatchedParts } from '../batched-parts.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { numberCodes } from '../code/number-codes.js';
import { namedEncoding } from '../format-option.js';
import { readBlock } from '../read-block.js';
import { readEmbedded, rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { openText } from '../text/open-text.js';
import { scanEntries } from '../text/scan-entries.js';
import { ValueEntry } from '../value-entry.js';
import { attributeRuns } from './attribute-runs.js';
import { declaredCharset } from './charset.js';
import { DirectionEntry } from './direction-entry.js';
import type { HtmlOptions } from './options.js';
import {
  attributeWatch,
  isLanguage,
  TextFinder,
  type FoundAttribute,
  type FoundData,
  type FoundItem,
  type FoundText,
} from './text-finder.js';
import { HtmlScanner, type HtmlToken } from './tokenize.js';

/** Reads an HTML file in pieces: the text between boundaries of blocks, and attributes that people read, are blocks. */
export function readHtml(source: ByteSource, options: HtmlOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: HtmlOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const { maxBytes, encoding } = options;
  const request = { file: ctx.document, maxBytes, encoding: namedEncoding(encoding), declared: declaredCharset };
  const text = await openText(source, request);
  yield [{ kind: 'layer-start', layer: rootLayer({ format: 'html', mimeType: 'text/html', form: text.form }, ctx) }];
  const finder = new TextFinder(options);
  const maker = new PartMaker(options, ctx);
  let scanner: HtmlScanner | undefined;
  const scan = (piece: string, at: number, isLast: boolean) => {
    scanner ??= new HtmlScanner({ xml: isXhtml(piece), watch: attributeWatch(options) });
    return scanner.scan(piece, at, isLast);
  };
  for await (const batch of scanEntries<HtmlToken>(text, ctx.document, scan)) {
    ctx.signal.throwIfAborted();
    const parts = await maker.make(finder.take(batch));
    if (parts.length > 0) yield parts;
  }
  yield [...(await maker.make(finder.end())), { kind: 'layer-end', id: rootLayerId }];
}

function isXhtml(head: string): boolean {
  return head.startsWith('<?xml');
}

/** Makes the parts of what was found in one file. */
class PartMaker {
  readonly #ctx: ReadContext;
  readonly #options: HtmlOptions;
  readonly #find: CodeFinder | undefined;
  readonly #setsDirection: boolean;
  readonly #counts = new Map<string, number>();

  constructor(options: HtmlOptions, ctx: ReadContext) {
    const { enabled, presets, rules } = options.codeFinder;
    // Tags in the text are references of the file, and have to stay text.
    const finder = { ...options.codeFinder, presets: presets.filter((preset) => preset !== 'html') };
    this.#ctx = ctx;
    this.#options = options;
    this.#find = enabled && finder.presets.length + rules.length > 0 ? codeFinder(finder) : undefined;
    this.#setsDirection =
      options.direction === 'auto' && ctx.targetLocale !== undefined && directionOf(ctx.targetLocale) === 'rtl';
  }

  async make(found: readonly FoundItem[]): Promise<readonly Part[]> {
    const parts: Part[] = [];
    for (const item of found) {
      if (item.kind === 'data') parts.push(...(await this.#data(item)));
      else this.#add(item, parts);
    }
    return parts;
  }

  #add(item: Exclude<FoundItem, FoundData>, parts: Part[]): void {
    if (item.kind === 'language') {
      const { offset, length, value } = item;
      this.#ctx.skeleton?.append({ kind: 'lang', offset, length, value });
    } else if (item.kind === 'attribute') parts.push({ kind: 'block', block: this.#attribute(item) });
    else this.#text(item, parts);
  }

  #text({ text, element, anchor, preserve, directionAt, before }: FoundText, parts: Part[]): void {
    const id = this.#id(anchor, element);
    const runs = this.#runs(text.runs);
    const { skeleton } = this.#ctx;
    const place = this.#setsDirection ? directionAt : undefined;
    const at = place?.bytes.byteAt(place.index);
    const directed = at === undefined ? undefined : skeleton?.append(new DirectionEntry(id, at, runs));
    const beside: Part[] = [];
    for (const item of before) this.#add(item, beside);
    for (const { attribute, code } of text.inside) {
      if (isLanguage(attribute)) continue;
      const fields = attributeFields(`${id}/${code}@${attribute.name}`, attribute, (all) => this.#runs(all));
      parts.push({ kind: 'block', block: readBlock(fields, this.#ctx) });
    }
    const value = skeleton?.append(new ValueEntry(id, text.offset, text.length, runs, text.raw));
    const fields = { id, name: id, type: element, source: runs, properties: {}, preserveWhitespace: preserve };
    const entry = directed ?? value;
    const block = readBlock({ ...fields, format: 'html', entry, spelled: text.raw.length }, this.#ctx);
    // Blocks come in the order of their first entries.
    if (directed === undefined) parts.push(...beside, { kind: 'block', block });
    else parts.push({ kind: 'block', block }, ...beside);
  }

  /** Finds codes in the texts, if somebody asked for it. */
  #runs(runs: Runs): Runs {
    if (this.#find !== undefined) return numberCodes(runs, this.#find);
    return Object.freeze(runs);
  }

  #attribute(found: FoundAttribute): Block {
    const { offset, length, raw, quote } = found;
    const fields = attributeFields(this.#id(found.anchor, found.tag, found.name), found, (all) => this.#runs(all));
    const form = { attribute: raw, quote };
    const entry = this.#ctx.skeleton?.append(new ValueEntry(fields.id, offset, length, fields.source, form));
    return readBlock({ ...fields, entry }, this.#ctx);
  }

  /** Names a block by its element, counted within the nearest element with an id. */
  #id(anchor: string, element: string, attribute?: string): string {
    const path = anchor === '' ? element : `#${anchor}/${element}`;
    const key = attribute === undefined ? path : `${path}@${attribute}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return attribute === undefined ? `${path}[${count}]` : `${path}[${count}]@${attribute}`;
  }

  /** Reads the data of a script with the reader of JSON, if it is sound and this context has one. */
  async #data({ raw, offset, length }: FoundData): Promise<readonly Part[]> {
    const { jsonLd } = this.#options;
    if (jsonLd.length === 0 || this.#ctx.formats?.byId('json') === undefined || !isJson(raw)) return [];
    const rule = {
      match: '**',
      format: 'json',
      options: { include: jsonLd.flatMap((key) => [key, `**.${key}`]), extractNonTranslatable: false },
    };
    const id = this.#id('', 'script');
    const read = await readEmbedded({ id, parentId: rootLayerId, text: raw, rule, offset, length }, this.#ctx);
    this.#ctx.skeleton?.append(read.entry);
    return read.parts;
  }
}

function attributeFields(
  id: string,
  { name, raw }: { readonly name: string; readonly raw: string },
  toSource: (runs: Runs) => Runs,
) {
  return {
    id,
    name: id,
    type: name,
    source: toSource(attributeRuns(raw)),
    properties: {},
    preserveWhitespace: true,
    format: 'html',
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
