import { textRun, unitText, type RunEdit, type Runs } from '@helve/flow';
import { topPath } from '@helve/flow/content';
import { textRangeIn } from '../../check/unit-range.js';
import { dialects, type Dialect } from '../../dialect/dialect.js';
import { quotedIn, placeholderTokens } from '../../dialect/placeholder-token.js';
import type { Placeholder } from './collect-placeholders.js';
import type { ComparedPlaceholders, MissingPlaceholder, RetypedPlaceholder } from './compare-placeholders.js';
import { editAt } from '../../check/edit-at.js';

/** The edits that resolve a finding. */
export type Fix = readonly RunEdit[];

/** A placeholder of the source, and the one that stands in its place under another name. */
export interface RenamedPlaceholder {
  readonly source: Placeholder;
  readonly target: Placeholder;
  readonly fix: Fix;
}

/** Finds a misspelt placeholder: one is missing and one was invented, in the same syntax. */
export function findRenamed({ missing, extra }: ComparedPlaceholders): RenamedPlaceholder | undefined {
  const [lost, ...moreLost] = missing;
  const [made, ...moreMade] = extra;
  if (lost === undefined || made === undefined || moreLost.length + moreMade.length > 0) return undefined;
  if (lost.isElsewhere || made.isElsewhere || lost.placeholder.inForm || made.placeholder.inForm) return undefined;
  if (readSyntax(lost.placeholder.raw) !== readSyntax(made.placeholder.raw)) return undefined;
  const edit = made.placeholder.rewrite(lost.placeholder.raw);
  return edit === undefined ? undefined : { source: lost.placeholder, target: made.placeholder, fix: [edit] };
}

function readSyntax(raw: string): string {
  return /^(?:\{\{|\$\{|%\{|%\(|%\d+\$|\{\d+\}|\{|%)/.exec(raw)?.[0].replaceAll(/\d+/g, '0') ?? raw;
}

/** Restores the type of the source; if both have one shape, also the rest. */
export function retypingFix({ source, target }: RetypedPlaceholder): Fix | undefined {
  if (source.isNamed !== target.isNamed) return undefined;
  const edit = target.rewrite(source.raw);
  return edit === undefined ? undefined : [edit];
}

/** Adds positions to each placeholder; only if all types differ, and each gets a position. */
export function orderingFix({ swapped, listed }: ComparedPlaceholders, dialect: Dialect): Fix | undefined {
  const types = swapped.map(({ source }) => source.type);
  if (!dialects[dialect].hasPlaces || new Set(types).size < types.length || swapped.length < listed) return undefined;
  if (swapped.some(({ target }) => target.raw.includes('*'))) return undefined;
  const edits = swapped.map(({ target }) => {
    const wanted = swapped.find(({ source }) => source.type === target.type)?.source;
    const position = wanted?.key.split(' ')[1];
    return position === undefined ? undefined : target.rewrite(target.raw.replace('%', `%${position}$`));
  });
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
}

/** Similar-looking letters that a keyboard or an input method may produce. */
const lookalikes: Readonly<Record<string, string>> = { с: 's', д: 'd', С: 'S', ѕ: 's', і: 'i' };

/**
 * Corrects the missing placeholder in the text, spelled with characters of another script or with spaces:
 *
 *     %s    %с    ％s    % s
 */
export function spellingFix(
  { placeholder, isElsewhere }: MissingPlaceholder,
  target: Runs,
  dialect: Dialect,
): Fix | undefined {
  const { raw, inForm } = placeholder;
  if (isElsewhere || inForm || !/^[%${]/.test(raw)) return undefined;
  const text = unitText(target);
  const folded = Array.from(text, fold).join('');
  if (folded.length !== text.length) return undefined;
  const spelt = new RegExp(Array.from(raw, (sign) => escaped(sign)).join('[ \\u00A0]*'), 'g');
  const known = placeholderTokens(text, dialect);
  const ranges = Array.from(folded.matchAll(spelt), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  const free = ranges.filter(
    ({ start, end }) => text.slice(start, end) !== raw && !known.some((one) => start < one.end && one.start < end),
  );
  const [range, ...others] = free;
  if (range === undefined || others.length > 0) return undefined;
  // "100 % sure" has no variable.
  if (/^%\s+\w/.test(folded.slice(range.start, range.end))) return undefined;
  const unit = { runs: target, path: topPath };
  return [editAt(unit, textRangeIn(unit, range.start, range.end), [textRun(raw)])];
}

function fold(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0);
  return lookalikes[sign] ?? sign;
}

function escaped(sign: string): string {
  return sign.replace(/[$()*+.?[\\\]^{|}]/, '\\$&');
}

/** Doubles the apostrophe before a placeholder, which Java takes for a quote. */
export function quotingFix({ placeholder }: MissingPlaceholder, target: Runs, dialect: Dialect): Fix | undefined {
  if (dialect !== 'java' || placeholder.inForm) return undefined;
  const text = unitText(target);
  const quotes = quotedIn(text, dialect).filter(({ start, end }) => text.slice(start, end).includes(placeholder.raw));
  const [quote, ...others] = quotes;
  if (quote === undefined || others.length > 0 || quote.end < text.length || text.endsWith("'")) return undefined;
  const unit = { runs: target, path: topPath };
  return [editAt(unit, textRangeIn(unit, quote.start, quote.start + 1), [textRun("''")])];
}
