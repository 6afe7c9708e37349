import { hasForms, onlyText, type Run, type Runs } from '@helve/flow';
import { isWordsInBrackets } from './words-in-brackets.js';

/** An inline code, or a plural or select, of a unit. */
export interface UnitCode {
  readonly run: Exclude<Run, { kind: 'text' }>;
  /** Its place among the runs of the unit. */
  readonly index: number;
  /** Equal for codes that do the same. */
  readonly key: string;
}

/** The codes of a unit in their order. */
export function codesIn(unit: Runs): readonly UnitCode[] {
  return unit.flatMap((run, index) =>
    run.kind === 'text' || isWordsInBrackets(run) || isSample(unit, index) ? [] : [{ run, index, key: codeKey(run) }],
  );
}

/** Braces in a sample of reStructuredText mark what a reader puts in; people translate that. */
export function isSample(runs: Runs, index: number): boolean {
  const before = runs[index - 1];
  return before?.kind === 'text' && /:(?:samp|file):`[^`]*$/.test(before.text);
}

/** What makes two codes the same: kind, type, and what they are equivalent to or written as. */
function codeKey(run: UnitCode['run']): string {
  if (hasForms(run)) return `${run.kind}\n${run.pivot}`;
  if (run.kind === 'sub') return `${run.kind}\n${run.equiv ?? run.ref}`;
  return `${run.kind}\n${run.type}\n${run.equiv ?? tagShape(run.data) ?? run.data}`;
}

/**
 * What makes tags do the same: the element, its attributes and the variables in them. Languages have pages, titles and
 * file names of their own, so that the rest of a value may differ.
 */
export function tagShape(data: string): string | undefined {
  const name = /^<([A-Za-z][^\s<>/]*)\s[^<>]*=/.exec(data)?.[1];
  if (name === undefined) return undefined;
  const variables = data.match(/%\(\w+\)\w|%(?:\d+\$)?[sd@]|\$?\{+[^{}]*\}+/g) ?? [];
  const attributes = Array.from(
    data.matchAll(/\s([^\s=<>"']+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/g),
    ([, each = '']) => each,
  );
  return `<${[name, ...attributes].join(' ').toLowerCase()}> ${variables.toSorted().join(' ')}`;
}

/** A code as people know it. */
export function codeName(run: UnitCode['run']): string {
  if (hasForms(run)) return `{${run.pivot}, ${run.kind}}`;
  if (run.kind === 'sub') return run.equiv ?? run.ref;
  if (run.data !== '') return run.data;
  return run.equiv ?? run.type;
}

/** Whether two units have the same codes in the same order, found without making anything. */
export function hasSameCodes(one: Runs, other: Runs): boolean {
  if (onlyText(one) !== undefined && onlyText(other) !== undefined) return true;
  let at = 0;
  for (const run of one) {
    if (run.kind === 'text') continue;
    while (other[at]?.kind === 'text') at += 1;
    const match = other[at];
    if (match === undefined || match.kind === 'text' || !isSameCode(run, match)) return false;
    at += 1;
  }
  while (other[at]?.kind === 'text') at += 1;
  return at >= other.length;
}

function isSameCode(one: UnitCode['run'], other: UnitCode['run']): boolean {
  if (one.kind !== other.kind) return false;
  if ('data' in one && 'data' in other) {
    return one.type === other.type && (one.equiv ?? one.data) === (other.equiv ?? other.data);
  }
  return codeKey(one) === codeKey(other);
}

/** The codes of one list that the other lacks; of those that it has too few of, the last. */
export function codesBeyond(list: readonly UnitCode[], other: readonly UnitCode[]): readonly UnitCode[] {
  const left = new Map<string, number>();
  for (const { key } of other) left.set(key, (left.get(key) ?? 0) + 1);
  return list.filter(({ key }) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}
