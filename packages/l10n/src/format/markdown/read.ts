import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { limitError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { LoadedParts } from '../loaded-parts.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { MarkdownBlockBuilder, type FoundText } from './block-builder.js';
import { findFrontMatter, type FrontMatter } from './front-matter.js';
import { htmlTextSpan, readHtml } from './html-content.js';
import { readInline, type IsDefined } from './inline.js';
import { isLeaf, leafText, type Definition, type Leaf, type ParsedMarkdown } from './leaf.js';
import type { MarkdownReading } from './options.js';
import { MarkdownTooDeep, parseMarkdown } from './parse.js';
import { unescapeText } from './surface.js';
import { fromCell } from './table-row.js';

/** Reads a Markdown file: paragraphs, headings, items and cells are blocks, and their markup becomes codes. */
export function readMarkdown(
  source: ByteSource,
  options: MarkdownReading,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  const request = { file: ctx.document, maxBytes: options.maxBytes, encoding: namedEncoding(options.encoding) };
  return new LoadedParts(async () => readParts(await loadText(source, request), options, ctx));
}

function* readParts(text: LoadedText, options: MarkdownReading, ctx: ReadContext): Generator<Part> {
  const { dialect: format } = options;
  yield { kind: 'layer-start', layer: rootLayer({ format, mimeType: `text/${format}`, form: text.form }, ctx) };
  const maker = new MarkdownBlockBuilder(text, options, ctx);
  for (const found of findTexts(text.text, options, ctx)) {
    for (const block of maker.make(found)) yield { kind: 'block', block };
  }
  yield { kind: 'layer-end', id: rootLayerId };
}

function* findTexts(text: string, options: MarkdownReading, ctx: ReadContext): Generator<FoundText> {
  const front = findFrontMatter(text);
  if (front) yield* frontTexts(front, options);
  const { items, labels } = parsed(text, front?.end ?? 0, options, ctx);
  const isDefined = (label: string) => labels.has(label);
  for (const item of items) {
    if (!isLeaf(item)) yield* definitionTexts(text, item, options);
    else {
      const found = findLeafText(text, item, isDefined, options);
      if (found) yield found;
    }
  }
}

function parsed(text: string, from: number, { maxDepth, dialect }: MarkdownReading, ctx: ReadContext): ParsedMarkdown {
  try {
    return parseMarkdown(text, from, maxDepth, dialect);
  } catch (error) {
    if (error instanceof MarkdownTooDeep) throw limitError(ctx.document, 'the depth of quotes and lists', maxDepth);
    throw error;
  }
}

function* frontTexts(front: FrontMatter, { frontMatterKeys }: MarkdownReading): Generator<FoundText> {
  for (const { key, start, end, text, quote, indent: prefix } of front.values) {
    if (!frontMatterKeys.includes(key)) continue;
    const runs = [{ kind: 'text', text } as const];
    yield { start, end, place: front.syntax, role: 'front-matter', runs, name: `front.${key}`, quote, prefix };
  }
}

function* definitionTexts(text: string, { url, title }: Definition, options: MarkdownReading): Generator<FoundText> {
  const runsAt = (start: number, end: number) => [
    { kind: 'text', text: unescapeText(text.slice(start, end)) } as const,
  ];
  if (options.urls)
    yield { ...url, place: 'url', role: 'url', runs: runsAt(url.start, url.end), quote: text.charAt(url.end) };
  if (!options.titles || !title || /[\r\n]/u.test(text.slice(title.start, title.end))) return;
  const quote = text.charAt(title.end);
  yield { ...title, place: 'title', role: 'title', runs: runsAt(title.start, title.end), quote };
}

function findLeafText(text: string, leaf: Leaf, isDefined: IsDefined, options: MarkdownReading): FoundText | undefined {
  switch (leaf.kind) {
    case 'fenced':
    case 'indented':
      return options.codeBlocks || options.extractNonTranslatable ? codeText(text, leaf, options) : undefined;
    case 'html':
      return options.htmlBlocks || options.extractNonTranslatable ? htmlText(text, leaf, options) : undefined;
    case 'paragraph':
    case 'atx':
    case 'setext':
    case 'cell':
      return inlineText(text, leaf, isDefined, options);
  }
}

/** The box of a task item; behind it, only Markdown's own white space does not count as text: a no-break space does. */
const taskMark = /^\[[ xX]\][ \t]+(?=[^ \t\n])/u;

function inlineText(text: string, leaf: Leaf, isDefined: IsDefined, options: MarkdownReading): FoundText {
  const { role, prefix, kind, level } = leaf;
  const raw = leafText(text, leaf);
  const content = raw.trimEnd() === raw ? raw : raw.replace(/[ \t]+$/u, '');
  const skipped = role === 'list-item' ? (taskMark.exec(content)?.[0].length ?? 0) : 0;
  const start = (leaf.lines[0]?.start ?? 0) + skipped;
  const end = (leaf.lines.at(-1)?.end ?? 0) - (raw.length - content.length);
  const inline = content.slice(skipped);
  const runs = readInline(kind === 'cell' ? fromCell(inline) : inline, isDefined, options);
  const context = kind === 'cell' ? 'cell' : kind === 'atx' ? 'line' : 'text';
  const properties = level > 0 ? { level: String(level) } : {};
  return { start, end, place: context, role, runs, prefix, properties };
}

function codeText(text: string, leaf: Leaf, { codeBlocks }: MarkdownReading): FoundText {
  const { lines, prefix, info, fence } = leaf;
  const [language = ''] = info.split(/\s/u);
  return {
    start: lines[0]?.start ?? 0,
    end: lines.at(-1)?.end ?? 0,
    place: leaf.kind === 'fenced' ? 'fenced' : 'indented',
    role: 'code',
    runs: [{ kind: 'text', text: leafText(text, leaf) }],
    prefix,
    quote: ' '.repeat(leaf.level) + fence,
    translatable: codeBlocks,
    preserveWhitespace: true,
    properties: { ...(codeBlocks ? {} : { role: 'code' }), ...(language === '' ? {} : { language }) },
  };
}

/** Returns the range of an HTML block that contains its text. */
function htmlText(text: string, leaf: Leaf, { htmlBlocks }: MarkdownReading): FoundText | undefined {
  const html = leafText(text, leaf);
  const span = htmlTextSpan(html);
  if (!span) return undefined;
  const inner = html.slice(span.start, span.end);
  const begins = span.start === 0 ? (/^<[^\s>]*/u.exec(inner)?.[0] ?? '') : '';
  return {
    start: placeIn(leaf, html, span.start),
    end: placeIn(leaf, html, span.end),
    place: leaf.info === 'line' ? 'html-line' : 'html',
    role: 'html',
    runs: readHtml(inner),
    prefix: leaf.prefix,
    quote: begins,
    translatable: htmlBlocks,
    preserveWhitespace: true,
    properties: htmlBlocks ? {} : { role: 'html' },
  };
}

/** Maps an index of a leaf's content to the document. */
function placeIn({ lines }: Leaf, content: string, index: number): number {
  const before = content.slice(0, index).split('\n');
  const line = lines[before.length - 1];
  const pad = before.length > 1 ? (line?.pad ?? 0) : 0;
  return (line?.start ?? 0) + Math.max(0, (before.at(-1)?.length ?? 0) - pad);
}
