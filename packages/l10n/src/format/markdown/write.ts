import { isPlainObject } from '@helve/core';
import type { Block, Runs } from '@helve/flow';
import { dataText, type SkeletonValue } from '@helve/flow/content';
import { unwritable } from '../format-error.js';
import { IntoCodes, type SurfaceRules } from '../code/into-codes.js';
import { mapParts } from '../map-parts.js';
import { pickMonolingual, spliceWriter } from '../splice-document.js';
import { toEntity } from './entity.js';
import { toFrontValue } from './front-matter.js';
import { readHtml, toHtmlText } from './html-content.js';
import type { MarkdownDialect } from './jsx.js';
import { isLeaf, leafText } from './leaf.js';
import { parseMarkdown } from './parse.js';
import { runData } from './run-data.js';
import { hasSameText, surfaceOwner, findSurfaces, unescapeText, type SurfacePart } from './surface.js';
import { spelling, writeInline, type InlineContext } from './write-inline.js';

/** Notation of a value. */
export type MarkdownForm = {
  readonly place: InlineContext | 'html' | 'html-line' | 'fenced' | 'indented' | 'yaml' | 'toml' | 'title' | 'url';
  /** Prefix of further lines, and the line end. */
  readonly prefix: string;
  readonly lineEnd: string;
  /** The quotes of a value or title, the fence of some code. */
  readonly quote: string;
  /** The old Markdown, if it spells characters by reference or behind a backslash. */
  readonly old?: string;
};

type ValuePlace = MarkdownForm['place'];

/** The written block and its dialect. */
interface Written {
  readonly id: string;
  readonly dialect: MarkdownDialect;
}

/** Creates the writer of a Markdown file around the changed blocks; texts in codes go into their codes first. */
export function markdownWriter(dialect: MarkdownDialect): ReturnType<typeof spliceWriter> {
  const splice = spliceWriter({
    pick: pickMonolingual,
    encode: (runs, entry, { id }) => encode(runs, entry, { id, dialect }),
  });
  const rules: SurfaceRules = {
    ownerOf: (id) => surfaceOwner(id)?.block,
    put: (runs, block, content) => putSurface(runs, block, content, dialect),
  };
  return (request) => splice({ ...request, parts: mapParts(request.parts, new IntoCodes(request.ctx, rules)) });
}

export const writeMarkdown = markdownWriter('markdown');

function putSurface(runs: Runs, block: Block, content: Runs, dialect: MarkdownDialect): Runs | undefined {
  const owner = surfaceOwner(block.id);
  const location = runs
    .flatMap((run, index) => findSurfaces(run).map((surface) => ({ run, index, surface })))
    .find(({ run, surface }) => 'id' in run && run.id === owner?.code && surface.part === owner.part);
  if (!location || !('data' in location.run)) return undefined;
  const { run, index, surface } = location;
  if (hasSameText(surface, content)) return runs;
  const quote = run.data.charAt(surface.end);
  const written = encodeSurface(content, surface.part, quote, { id: block.id, dialect });
  const data = run.data.slice(0, surface.start) + written + run.data.slice(surface.end);
  return runs.with(index, { ...run, data });
}

function encodeSurface(runs: Runs, part: SurfacePart, quote: string, block: Written): string {
  if (part !== 'alt')
    return part === 'title' ? toTitle(dataText(runs), quote, block) : toUrl(dataText(runs), quote, block);
  return writeInline(runs, 'label', block.dialect) ?? refuse(block, 'it cannot be the alternative text of an image');
}

function encode(runs: Runs | undefined, entry: SkeletonValue, block: Written): string {
  const form = readForm(entry);
  const content = runs ?? [];
  const text = dataText(content);
  if (text.includes('\0')) return refuse(block, 'Markdown cannot contain a NUL character');
  if (form.place === 'yaml' || form.place === 'toml') {
    const { place: syntax, quote, prefix: indent, lineEnd } = form;
    return toFrontValue(text.replaceAll('\r\n', '\n'), { syntax, quote, indent, lineEnd });
  }
  if (text === '') return refuse(block, 'a block without text would not be read back');
  if (form.place === 'title') return withPrefix(toTitle(text, form.quote, block), form);
  if (form.place === 'url') return toUrl(text, form.quote, block);
  const written = writeContent(content, form, block.dialect);
  return written === undefined ? refuse(block, reasons[form.place]) : withPrefix(written, form);
}

const reasons: Readonly<Record<Exclude<ValuePlace, 'yaml' | 'toml' | 'title' | 'url'>, string>> = {
  text: 'its codes would be read as something else',
  line: 'its codes would be read as something else',
  cell: 'its codes would be read as something else',
  label: 'its codes would be read as something else',
  html: 'its tags would be read as something else',
  'html-line': 'its tags would be read as something else',
  fenced: 'it would end the code block around it',
  indented: 'indented code cannot start or end with a blank line',
};

function writeContent(runs: Runs, { place, quote, old }: MarkdownForm, dialect: MarkdownDialect): string | undefined {
  switch (place) {
    case 'html':
    case 'html-line':
      return writeHtml(runs, quote, place === 'html');
    case 'fenced':
      return writeCode(dataText(runs), (text) => `${quote}\n${text}\n${quote}`);
    case 'indented':
      return writeCode(dataText(runs), (text) => text.replaceAll(/^/gmu, '    '));
    case 'text':
    case 'line':
    case 'cell':
    case 'label':
      return writeInline(runs, place, dialect, old);
    default:
      return undefined;
  }
}

/** Writes an HTML block; one that starts with a code must still do so, or it becomes a paragraph. */
function writeHtml(runs: Runs, begins: string, lines: boolean): string | undefined {
  const html = runs
    .map((run) => ('data' in run ? run.data : toHtmlText(runData(run), lines)))
    .join('')
    .replaceAll(/^\s+|\s+$/gu, (blank) => Array.from(blank, toEntity).join(''));
  const same = spelling(readHtml(html)) === spelling(runs).replaceAll('\r\n', '\n');
  return same && html.startsWith(begins) && !/\n[ \t]*\n/u.test(html) ? html : undefined;
}

function writeCode(raw: string, inDocument: (text: string) => string): string | undefined {
  const text = raw.replaceAll('\r\n', '\n');
  const document = inDocument(text);
  const { items } = parseMarkdown(document, 0, 100);
  const [only] = items;
  const fits = items.length === 1 && only && isLeaf(only) && leafText(document, only) === text && !text.includes('\r');
  return fits ? text : undefined;
}

/** Encodes a title, which is on one line. */
function toTitle(raw: string, quote: string, block: Written): string {
  const text = raw.replaceAll('\r\n', '\n');
  const special = `\\&${quote === ')' ? '()' : quote}`;
  const written = text
    .replaceAll(/[\\"'()&]/gu, (char) => (special.includes(char) ? `\\${char}` : char))
    .replaceAll(/[\r\n]/gu, toEntity);
  return unescapeText(written) === text ? written : refuse(block, 'it cannot be quoted');
}

/** Encodes an address; one with white space gets angle brackets. `behind` is the text after it. */
function toUrl(text: string, behind: string, block: Written): string {
  if (/[\r\n]/u.test(text)) return refuse(block, 'an address cannot span lines');
  if (behind !== '>' && !/[\s<>\p{Cc}]/u.test(text)) return text.replaceAll(/[\\()&]/gu, '\\$&');
  const inside = text.replaceAll(/[\\<>&]/gu, '\\$&');
  return behind === '>' ? inside : `<${inside}>`;
}

/** Adds the prefix to further lines. */
function withPrefix(written: string, { prefix, lineEnd }: MarkdownForm): string {
  if (!written.includes('\n')) return written;
  return written
    .split('\n')
    .map((line, at) => (at === 0 ? line : line === '' ? prefix.trimEnd() : prefix + line))
    .join(lineEnd);
}

function refuse({ id, dialect }: Written, reason: string): never {
  throw unwritable(id, dialect, reason);
}

function readForm({ form }: SkeletonValue): MarkdownForm {
  const { place, prefix, lineEnd, quote, old } = isPlainObject(form) ? form : {};
  return {
    place: isPlace(place) ? place : 'text',
    prefix: typeof prefix === 'string' ? prefix : '',
    lineEnd: typeof lineEnd === 'string' ? lineEnd : '\n',
    quote: typeof quote === 'string' ? quote : '',
    ...(typeof old === 'string' ? { old } : {}),
  };
}

const contexts: ReadonlySet<unknown> = new Set([...Object.keys(reasons), 'yaml', 'toml', 'title', 'url']);

function isPlace(value: unknown): value is ValuePlace {
  return contexts.has(value);
}
