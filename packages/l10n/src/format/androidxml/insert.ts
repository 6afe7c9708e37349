import type { Block } from '@helve/flow';
import { bytesSource, dataText, type InsertRequest } from '@helve/flow/content';
import { insertLines } from '../insert/insert-lines.js';
import { lineEndOf, spliceText, type TextSplice } from '../insert/splice-text.js';
import { rootContent } from '../xml/element-lines.js';
import { readElementTable, type ElementTable } from '../xml/element-table.js';
import { loadXml } from '../xml/open-xml.js';
import { attributesEnd } from '../xml/raw-edit.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import type { XmlElement } from '../xml/xml-node.js';
import { dialects, type Dialect } from './dialect.js';
import { arrayKey, planArrays } from './plan-arrays.js';
import type { AndroidXmlOptions } from './options.js';
import { xliffNamespace } from './read-value.js';
import { toResource, type Resource } from './resource.js';
import { spellResource, spellValue } from './spell-resource.js';

/** Puts resources into a file, each on lines behind its neighbour, and takes others out with their comments. */
export async function insertAndroidXml(request: InsertRequest<AndroidXmlOptions>): Promise<Uint8Array> {
  const { bytes, options, ctx } = request;
  const loaded = await loadXml(bytesSource(bytes), ctx.document, options);
  const { text } = loaded;
  const dialect = dialects[options.dialect];
  const table = await readTable(bytes, text, request);
  const { entries, fragments, root } = table;
  const lineEnd = lineEndOf(loaded);
  const notations = await originNotations(request);
  const notationOf = (name: string) => notations.get(name) ?? '';
  const context = { dialect, fragments, locale: ctx.sourceLocale, lineEnd, notationOf };
  const splices = [
    ...declaredXliff(
      request.entries.map(({ block }) => block),
      table,
      text,
    ),
  ];
  const arrays = planArrays(request, entries);
  const { head, opened } = rootContent(text, root, lineEnd);
  const lines = insertLines({
    text,
    entries,
    added: arrays.added,
    remove: arrays.remove,
    head,
    lineEnd,
    spell: ({ block }, neighbour) => spellResource(arrays.blocksOf(block), neighbour?.indent ?? '    ', context),
  });
  splices.push(...lines, ...(entries.length === 0 && lines.length > 0 ? opened : []));
  splices.push(...arrays.itemSplices(text, (block) => spellValue(block, block.source, context)));
  return spliceText(bytes, loaded, splices, { format: 'androidxml', escaper: createReferenceEscaper() });
}

type AndroidInsertion = InsertRequest<AndroidXmlOptions>;

function readTable(bytes: Uint8Array, text: string, { options, ctx }: AndroidInsertion) {
  return readElementTable({
    bytes,
    text,
    file: ctx.document,
    format: 'androidxml',
    root: 'resources',
    options,
    toEntry: (element) => toEntry(element, dialects[options.dialect]),
  });
}

/** The values with sections or tags of the document that new ones come from, by the names of their blocks. */
async function originNotations(request: AndroidInsertion): Promise<ReadonlyMap<string, string>> {
  const { origin, entries, options, ctx } = request;
  const notations = new Map<string, string>();
  const hasTags = entries.some(({ block }) => /<[a-z/!]/iu.test(dataText(block.source)));
  if (origin === undefined || !hasTags) return notations;
  const bytes = await origin.bytes();
  const { text } = await loadXml(bytesSource(bytes), ctx.document, options);
  for (const { content, index } of (await readTable(bytes, text, request)).entries) {
    const add = (name: string, { openEnd, closeStart }: XmlElement) => {
      const raw = openEnd < closeStart ? text.slice(index + openEnd, index + closeStart) : '';
      if (/<!\[CDATA\[|&lt;/u.test(raw)) notations.set(name, raw);
    };
    if (content.kind === 'string') add(content.name, content.element);
    else if (content.kind === 'array')
      for (const [at, item] of content.items.entries()) add(`${content.name}[${at}]`, item);
    else for (const { element } of content.items) add(content.name, element);
  }
  return notations;
}

function toEntry(
  element: XmlElement,
  dialect: Dialect,
): { readonly key: string; readonly content: Resource } | undefined {
  const content = toResource(element, dialect);
  return content && { key: content.kind === 'array' ? arrayKey(content.name) : content.name, content };
}

/** Declares the prefix of XLIFF in the root, if new values need it. */
function declaredXliff(
  blocks: readonly Block[],
  { root, fragments }: ElementTable<Resource>,
  text: string,
): readonly TextSplice[] {
  const needsIt = blocks.some(({ source }) => JSON.stringify(source).includes('<xliff:'));
  if (!needsIt || root.namespaces['xliff'] !== undefined) return [];
  fragments.declare('xliff', xliffNamespace);
  const at = attributesEnd(text, root);
  return [{ start: at, end: at, text: ` xmlns:xliff="${xliffNamespace}"` }];
}
