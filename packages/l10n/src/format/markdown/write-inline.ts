import type { Run, Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { escapeMarkdown, guards, Respelling, type Guard } from './escape-markdown.js';
import { hasText } from './has-text.js';
import { readInline } from './inline.js';
import type { MarkdownDialect } from './jsx.js';
import { isLeaf, leafText } from './leaf.js';
import { parseMarkdown } from './parse.js';
import { runData } from './run-data.js';
import { findSurfaces } from './surface.js';
import { fromCell, toCell } from './table-row.js';

/** Positions of inline Markdown. */
export type InlineContext = 'text' | 'line' | 'cell' | 'label';

/**
 * Writes content as inline Markdown that reads back the same, in the spelling of the old one where that is possible;
 * returns undefined when none does.
 */
export function writeInline(
  runs: Runs,
  context: InlineContext,
  dialect: MarkdownDialect,
  old = '',
): string | undefined {
  const pieces = toFragments(runs);
  const reading = { dialect, inlineCode: runs.some((run) => run.kind === 'pc-open' && isCodeSpan(run)) };
  const wanted = spelling(runs).replaceAll('\r\n', '\n');
  const manners = guards.map((guard) => ({ guard, old: '' }));
  for (const { guard, old: model } of old === '' ? manners : [{ guard: guards[0], old }, ...manners]) {
    const inline = joinPieces(pieces, context, { guard, dialect, old: model });
    const written = context === 'cell' ? toCell(inline) : inline;
    const read = readPlace(written, context, dialect);
    const found = read === undefined ? [] : readInline(read, () => true, reading);
    if (isReadable(found) && spelling(found) === wanted) return written;
  }
  return undefined;
}

/** True when content has something to read; otherwise it is not a block. */
function isReadable(runs: Runs): boolean {
  return hasText(runs) || runs.some((run) => findSurfaces(run).length > 0);
}

/** Literal Markdown, or text to be escaped. */
interface MarkdownFragment {
  readonly text: string;
  readonly raw: boolean;
  readonly mark: 'open' | 'close' | undefined;
}

function toFragments(runs: Runs): readonly MarkdownFragment[] {
  if (runs.some(({ kind }) => kind === 'plural' || kind === 'select')) {
    return [{ text: contentText(runs, true), raw: false, mark: undefined }];
  }
  const pieces: MarkdownFragment[] = [];
  let codes = 0;
  for (const run of runs) {
    if (isCodeSpan(run) && run.kind !== 'ph') codes += run.kind === 'pc-open' ? 1 : -1;
    const piece = toFragment(run, codes > 0);
    const last = pieces.at(-1);
    if (last && !last.raw && !piece.raw) pieces[pieces.length - 1] = { ...piece, text: last.text + piece.text };
    else pieces.push(piece);
  }
  return pieces;
}

function isCodeSpan(run: Run): boolean {
  return 'subType' in run && run.subType === 'md:code';
}

/** Converts a run; codes from the code finder are text to Markdown, and in code everything is literal. */
function toFragment(run: Run, inCode: boolean): MarkdownFragment {
  const raw = inCode || ('subType' in run && run.subType !== undefined);
  return { text: runData(run), raw, mark: pairSide(run) };
}

function pairSide(run: Run): 'open' | 'close' | undefined {
  if (run.kind !== 'pc-open' && run.kind !== 'pc-close') return undefined;
  if (!/^md:(?:strong|emphasis|strikethrough)$/u.test(run.subType ?? '')) return undefined;
  return run.kind === 'pc-open' ? 'open' : 'close';
}

function joinPieces(
  pieces: readonly MarkdownFragment[],
  context: InlineContext,
  { guard, dialect, old }: { readonly guard: Guard; readonly dialect: MarkdownDialect; readonly old: string },
): string {
  const respelling = old === '' ? undefined : new Respelling(old);
  return pieces
    .map(({ text, raw }, at) => {
      if (raw) {
        respelling?.pass(text);
        return text;
      }
      const [before, after] = [pieces[at - 1], pieces[at + 1]];
      const escaped = escapeMarkdown(text, {
        lineStart: before?.text.endsWith('\n') ?? true,
        lineEnd: after?.text.endsWith('\n') ?? true,
        before: before?.mark,
        after: after?.mark,
        lines: context === 'text' || context === 'label',
        begins: context === 'text' || context === 'cell',
        guard,
        dialect,
      });
      return respelling?.text(escaped) ?? escaped;
    })
    .join('');
}

/** Reads the inline Markdown at a position; undefined when something else is found there. */
function readPlace(written: string, context: InlineContext, dialect: MarkdownDialect): string | undefined {
  switch (context) {
    case 'text':
      return onlyLeaf(written, 'paragraph', written, dialect);
    case 'line':
      return onlyLeaf(`# ${written}`, 'atx', written, dialect);
    case 'cell': {
      const cell = onlyLeaf(`${written} |\n-|`, 'cell', written, dialect);
      return cell === undefined ? undefined : fromCell(cell);
    }
    case 'label':
      return /\n[ \t]*\n/u.test(written) || /^\s|\s$/u.test(written) ? undefined : written;
  }
}

function onlyLeaf(document: string, kind: string, wanted: string, dialect: MarkdownDialect): string | undefined {
  const { items } = parseMarkdown(document, 0, 100, dialect);
  const [only] = items;
  const fits = items.length === 1 && only && isLeaf(only) && only.kind === kind && leafText(document, only) === wanted;
  return fits ? wanted : undefined;
}

/** Returns the text and Markdown's own codes: codes from the code finder are text here. */
export function spelling(runs: Runs): string {
  let text = '';
  for (const run of runs) {
    const own = 'subType' in run && /^(?:md|mdx|html):/u.test(run.subType ?? '');
    text += own ? `\u0000${run.kind}\u0000${runData(run)}\u0000` : runData(run);
  }
  return text;
}
