import type { Runs } from '@helve/flow';
import { valueNames } from '../../dialect/value-names.js';
import type { CodeFinder } from '../code/code-finder.js';
import { promisedCodeFinder } from './code-flag.js';
import type { PluralRule } from './plural-rule.js';
import { parseStatements } from './statement.js';

/** A translated message, as it is spelled in a catalog. */
export interface SpelledMessage {
  readonly flags: string | undefined;
  /** `msgid`, and `msgid_plural` if there is one. */
  readonly source: string;
  readonly target: string;
  readonly rule: PluralRule | undefined;
}

/** True for a translation that `msgfmt -c` refuses, unless it is fuzzy: for its line breaks, or what its format flags promise. */
export function isRefusedByGettext({ flags, source, target, rule }: SpelledMessage): boolean {
  const find = promisedCodeFinder(flags);
  if (find === undefined && !source.includes(lineBreak) && !target.includes(lineBreak)) return false;
  const [sources, targets] = [valuesOf(source), valuesOf(target)];
  if (targets.every((text) => text === '')) return false;
  const [first = ''] = sources;
  if (targets.some((text) => !hasSameEdges(first, text))) return true;
  const model = sources.at(-1) ?? '';
  const isPlural = sources.length > 1;
  return (
    find !== undefined &&
    targets.some((text, index) => !keepsPromise(model, text, find, isPlural && mayOmit(rule, index)))
  );
}

const lineBreak = String.raw`\n`;

function valuesOf(spelled: string): readonly string[] {
  return parseStatements(spelled).map(({ value }) => value);
}

function hasSameEdges(one: string, other: string): boolean {
  return one.startsWith('\n') === other.startsWith('\n') && one.endsWith('\n') === other.endsWith('\n');
}

/** So many numbers below a thousand make a form one of many numbers, as gettext counts. */
const often = 5;

/** True for a form of so few numbers that it may say them in words. */
function mayOmit(rule: PluralRule | undefined, index: number): boolean {
  if (rule === undefined) return false;
  let numbers = 0;
  for (let number = 0; number <= 1000 && numbers < often; number += 1) if (rule.index(number) === index) numbers += 1;
  return numbers < often;
}

function keepsPromise(source: string, target: string, find: CodeFinder, mayLack: boolean): boolean {
  if (source === target) return true;
  const [had, has] = [contentOf(source, find), contentOf(target, find)];
  const names = valueNames(had.codes, has.codes);
  const isListed = names.source.concat(names.target).every((name) => /^%[^\d()]+$/u.test(name));
  const [wanted, given] = [names.source, names.target].map((all) =>
    isListed ? all : [...new Set(all.map(toKey))].toSorted(),
  );
  if (wanted === undefined || given === undefined) return true;
  const isKept = mayLack ? given.every((name) => wanted.includes(name)) : wanted.join('\n') === given.join('\n');
  return isKept && (mayLack || had.signs === has.signs);
}

/** The codes of a text, and the signs outside of them that begin one. */
function contentOf(text: string, find: CodeFinder): { readonly codes: readonly string[]; readonly signs: string } {
  const { runs } = find(text);
  const codes = runs.flatMap((run) => (run.kind === 'ph' && run.data !== '%%' ? [run.data] : []));
  return { codes, signs: plainOf(runs).replaceAll(/[^%{}]/gu, '') };
}

function plainOf(runs: Runs): string {
  return runs.map((run) => (run.kind === 'text' ? run.text : '')).join('');
}

/** A name without the format of its value: `n` of `%(n)05d`, `0` of `{0:.2f}`. */
function toKey(name: string): string {
  return /^%\(([^()]+)\)/u.exec(name)?.[1] ?? /^\{\s*([^:!,}]*)/u.exec(name)?.[1] ?? name;
}
