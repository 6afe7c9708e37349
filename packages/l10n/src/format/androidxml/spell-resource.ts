import { textRun, type Block, type LocaleId, type Run, type Runs } from '@helve/flow';
import { unwritable } from '../format-error.js';
import { planMembers, type PluralCategory } from '../plural/plan-members.js';
import { readingOf, withCase } from '../plural/plural-reading.js';
import { commentLines } from '../xml/comment-note.js';
import { escapeValue } from '../xml/escape-xml.js';
import { isMarkup } from '../xml/inline-pieces.js';
import type { XmlFragments } from '../xml/xml-fragments.js';
import type { Dialect } from './dialect.js';
import { encodeValue, UnwritableText } from './encode-value.js';

/** The document that new resources are spelled for. */
export interface SpellingContext {
  readonly dialect: Dialect;
  readonly fragments: XmlFragments;
  readonly locale: LocaleId;
  readonly lineEnd: string;
  /** Notation of the value of a block where it comes from. */
  readonly notationOf: (name: string) => string;
}

/** Spells a resource on lines of its own, without the last line end; the values of an array are several blocks. */
export function spellResource(blocks: readonly Block[], indent: string, context: SpellingContext): string {
  const [first] = blocks;
  if (first === undefined) return '';
  const lines = [...commentLines(first), ...elementLines(blocks, first, indent === '' ? '    ' : indent, context)];
  return lines.map((line) => indent + line).join(context.lineEnd);
}

function elementLines(
  blocks: readonly Block[],
  first: Block,
  step: string,
  context: SpellingContext,
): readonly string[] {
  const array = arrayOf(first.name);
  if (array !== undefined) {
    const items = blocks.map((block) => `${step}<item>${spellValue(block, block.source, context)}</item>`);
    return [`<string-array ${attributes(array, first)}>`, ...items, '</string-array>'];
  }
  const members = planMembers(withCase(first.source, 'other'), { locale: context.locale, zeroIsExact: false })?.members;
  if (!members)
    return [`<string ${attributes(first.name, first)}>${spellValue(first, first.source, context)}</string>`];
  const item = ([category, runs]: [PluralCategory, Runs]): string =>
    `${step}<item quantity="${category}">${spellValue(first, runs, context)}</item>`;
  return [`<plurals ${attributes(first.name, first)}>`, ...Array.from(members, item), '</plurals>'];
}

/** Returns the name of the array that an item such as `days[0]` belongs to. */
export function arrayOf(name: string): string | undefined {
  return /^(.+)\[\d+\]$/u.exec(name)?.[1];
}

function attributes(name: string, { translatable, source }: Block): string {
  const [, plain = name, product] = /^(.+)\{([^{}]+)\}$/u.exec(name) ?? [];
  const isReference = source.some((run) => 'subType' in run && run.subType === 'xml:reference');
  return [
    `name="${escapeValue(plain)}"`,
    ...(product === undefined ? [] : [`product="${escapeValue(product)}"`]),
    ...(translatable || isReference ? [] : ['translatable="false"']),
  ].join(' ');
}

/** Spells the content of a new value. */
export function spellValue(block: Block, runs: Runs, { dialect, fragments, notationOf }: SpellingContext): string {
  try {
    const content = readingOf(runs, () => 'other').map((run) => withKnownEntity(run, fragments));
    const written = encodeValue(content, notationOf(block.name), dialect);
    const problem = content.some((run) => 'subType' in run && isMarkup(run)) ? fragments.problemOf(written) : undefined;
    if (problem === undefined) return written;
    throw new UnwritableText(`its markup is not well-formed: ${problem}`);
  } catch (error) {
    throw error instanceof UnwritableText ? unwritable(block.id, 'androidxml', error.message) : error;
  }
}

/** Writes the text of an entity that the document does not declare. */
function withKnownEntity(run: Run, fragments: XmlFragments): Run {
  if (run.kind !== 'ph' || run.subType !== 'xml:entity' || fragments.problemOf(run.data) === undefined) return run;
  return textRun(run.disp ?? run.data);
}
