import type { CloseRun, Run, Runs } from '@helve/flow';
import { hasForms, plainText } from '@helve/flow/content';
import { comparedData, spanCodes, spanContent } from '../dialect/protected-span.js';
import { withoutTexts } from '../dialect/shortcode.js';

/** An inline code, plural or select of a unit. */
export interface UnitCode {
  readonly run: Exclude<Run, { kind: 'text' }>;
  /** Index among the runs of the unit. */
  readonly index: number;
  /** As it is compared: of a span of Android, one of the placeholders in it; empty for codes without data. */
  readonly data: string;
  /** Equal for equivalent codes. */
  readonly key: string;
}

/** Lists the codes of a unit in order; a span of Android is the placeholders that it holds. */
export function codesIn(unit: Runs): readonly UnitCode[] {
  return unit.flatMap((run, index) => {
    if (run.kind === 'text' || isQuotedBrace(run) || isSample(unit, index)) return [];
    const pair = run.kind === 'pc-close' ? pairId(run, unit) : undefined;
    return dataIn(run).map((data) => ({ run, index, data, key: pair ?? codeKey(run, data) }));
  });
}

/** The end of a pair in XLIFF by its start, since `</g>` has no id and `ex` one of its own. */
function pairId(close: CloseRun, unit: Runs): string | undefined {
  if (!close.data.startsWith('<')) return undefined;
  const start = unit.find((run) => run.kind === 'pc-open' && run.id === close.id);
  const data =
    inlineElement(close.data) === undefined && start !== undefined && 'data' in start ? start.data : close.data;
  const id = inlineAttribute(data, 'rid') ?? inlineAttribute(data, 'startRef') ?? inlineId(data);
  return id === undefined ? undefined : `${close.kind}\nid ${id}`;
}

function dataIn(run: UnitCode['run']): readonly string[] {
  if (!('data' in run)) return [''];
  const content = spanContent(run.data);
  const codes = content === undefined ? [] : spanCodes(content);
  return codes.length === 0 ? [content ?? run.data] : codes;
}

/** True when a code is the words between two quoted signs, as in "`{{` or `}}`". */
export function isQuotedBrace(run: Run): boolean {
  return run.kind === 'ph' && run.data.startsWith('{{') && run.data.includes('`');
}

/**
 * True when the run is a sample in braces, which readers replace and people translate: of reStructuredText, or a word in
 * CAPITALS that the text explains, as in the usage of a program.
 */
export function isSample(runs: Runs, index: number): boolean {
  const [before, run] = [runs[index - 1], runs[index]];
  if (before?.kind === 'text' && /:(?:samp|file):`[^`]*$/.test(before.text)) return true;
  const word = run?.kind === 'ph' ? /^\{((?!\p{Ll})\p{L}[^\p{Ll}{}]+)\}$/u.exec(run.data)?.[1] : undefined;
  return word !== undefined && runs.some((each) => each.kind === 'text' && each.text.includes(word));
}

/** Builds a key that is equal for equivalent codes: kind, and their id in XLIFF, else type and equivalent or data. */
function codeKey(run: UnitCode['run'], data: string): string {
  if (hasForms(run)) return `${run.kind}\n${run.pivot}`;
  if (run.kind === 'sub') return `${run.kind}\n${run.equiv ?? run.ref}`;
  if (data !== run.data) return `${run.kind}\n${run.type}\n${data}`;
  const id = inlineId(data);
  if (id !== undefined) return `${run.kind}\nid ${id}`;
  // Some scripts have no italics, so that Markdown in them has strong text instead.
  if (/^[*_]{1,2}$/.test(run.data)) return `${run.kind}\nemphasis`;
  return `${run.kind}\n${run.type}\n${codeShape(run)}`;
}

const inlineStart = /^<(?:\w+:)?(x|g|bx|ex|ph|bpt|ept|it|pc|sc|ec)(?=\s)((?:[^<>"']|"[^"]*"|'[^']*')*)/;
const attribute = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the id of an inline element of XLIFF, by which both sides name the same code; that of a span of Android names nothing. */
export function inlineId(data: string): string | undefined {
  return spanContent(data) === undefined ? inlineAttribute(data, 'id') : undefined;
}

/** Returns the name of an inline element of XLIFF. */
export function inlineElement(data: string): string | undefined {
  return data.startsWith('<') ? inlineStart.exec(data)?.[1] : undefined;
}

/** Returns an attribute of an inline element of XLIFF. */
export function inlineAttribute(data: string, name: string): string | undefined {
  const [, , attributes = ''] = data.startsWith('<') ? (inlineStart.exec(data) ?? []) : [];
  if (!attributes.includes(name)) return undefined;
  for (const [, key, value, other] of attributes.matchAll(attribute)) if (key === name) return value ?? other;
  return undefined;
}

/** Reduces a code to what must stay equal: its equivalent, the shape of its tag or its link, or else its data. */
export function codeShape({ equiv, data }: { readonly equiv?: string | undefined; readonly data: string }): string {
  return equiv ?? tagShape(data) ?? linkShape(data) ?? withoutTexts(data.replace(/(?<=^<[\w:-]+)\s+(?=\/?>$)/, ''));
}

/** Reduces a link or image of Markdown, or an address, to the variables in it: languages have their own pages. */
function linkShape(data: string): string | undefined {
  const start = /^(?:\]\(|!\[|<?https?:\/\/)/.exec(data)?.[0];
  return start === undefined ? undefined : `${start} ${variablesIn(data)}`;
}

function variablesIn(data: string): string {
  const variables = data.replaceAll(/%\d+\$/g, '%').match(/%\(\w+\)\w|%[sd@]|\$?\{+[^{}]*\}+/g) ?? [];
  return variables.toSorted().join(' ');
}

/**
 * Reduces a tag to what must stay equal: the element, its attributes and the variables in them. Languages have their
 * own pages, titles and file names, so the rest of a value may differ.
 */
function tagShape(data: string): string | undefined {
  const name = /^<([A-Za-z][^\s<>/]*)\s[^<>]*=/.exec(data)?.[1];
  if (name === undefined) return undefined;
  const attributes = Array.from(
    data.matchAll(/\s([^\s=<>"']+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/g),
    ([, each = '']) => each,
  );
  return `<${[name, ...attributes].join(' ').toLowerCase()}> ${variablesIn(data)}`;
}

/** Returns the name of a code for people. */
export function codeName(run: UnitCode['run']): string {
  if (hasForms(run)) return `{${run.pivot}, ${run.kind}}`;
  if (run.kind === 'sub') return run.equiv ?? run.ref;
  if (run.data !== '') return run.data;
  return run.equiv ?? run.type;
}

/** True when two units have the same codes in the same order; allocates nothing. */
export function hasSameCodes(one: Runs, other: Runs): boolean {
  if (plainText(one) !== undefined && plainText(other) !== undefined) return true;
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
    if (comparedData(one.data) !== one.data) return comparedData(one.data) === comparedData(other.data);
    if (inlineId(one.data) !== inlineId(other.data)) return false;
    return one.type === other.type && (one.equiv ?? one.data) === (other.equiv ?? other.data);
  }
  return codeKey(one, '') === codeKey(other, '');
}

/** Lists the codes of one list that the other lacks; where it only has too few of them, the last ones. */
export function codesBeyond(list: readonly UnitCode[], other: readonly UnitCode[]): readonly UnitCode[] {
  const left = new Map<string, number>();
  for (const { key } of other) left.set(key, (left.get(key) ?? 0) + 1);
  return list.filter(({ key }) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}
