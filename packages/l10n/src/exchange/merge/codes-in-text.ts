import { textRun, type CodeRun, type Run, type Runs } from '@helve/flow';
import { formsOf, hasForms, normaliseRuns } from '@helve/flow/content';

/**
 * Puts codes in the places of text that looks like them, the longest first. Where the translation has as many of one look
 * as the source, each is what that of the source is, in order; else the first ones are codes, and the others are the last
 * code once more, unless the source has it as text too.
 *
 *     source   2 * 3 is [1]*[/1]six…        2 * 3 ist *sechs*   ─▶   2 * 3 ist [1]sechs[/1]
 */
export function withCodesInText(runs: Runs, codes: readonly CodeRun[], source: Runs): Runs {
  const pattern = lookOf(codes.map(dataOf));
  if (pattern === undefined) return normaliseRuns(runs);
  const wanted = slotsOf(source, new Set(codes), pattern);
  const counts = new Map<string, number>();
  for (const run of runs)
    if (run.kind === 'text')
      for (const [data] of run.text.matchAll(pattern)) counts.set(data, (counts.get(data) ?? 0) + 1);
  const choices = new Map([...wanted].map(([data, slots]) => [data, toChoice(slots, counts.get(data) ?? 0)]));
  const toCode = (data: string) => choices.get(data)?.();
  return normaliseRuns(runs.flatMap((run) => (run.kind === 'text' ? splitText(run.text, pattern, toCode) : [run])));
}

/** Gives the code for the next text of one look; undefined where it stays text. */
type Choice = () => Run | undefined;

/** Codes of the source that look like one text; undefined where it is text there. */
type Slots = readonly (CodeRun | undefined)[];

function toChoice(slots: Slots, count: number): Choice {
  const codes = slots.filter((slot) => slot !== undefined);
  const rest = codes.length < slots.length ? undefined : codes.at(-1);
  let at = 0;
  return () => {
    const index = at++;
    if (count === slots.length) return slots[index];
    return index < codes.length ? codes[index] : rest;
  };
}

function slotsOf(source: Runs, codes: ReadonlySet<Run>, pattern: RegExp): ReadonlyMap<string, Slots> {
  const slots = new Map<string, (CodeRun | undefined)[]>();
  const add = (data: string, code: CodeRun | undefined) => {
    const own = slots.get(data);
    if (own === undefined) slots.set(data, [code]);
    else own.push(code);
  };
  for (const run of source) {
    if (run.kind === 'text') for (const [data] of run.text.matchAll(pattern)) add(data, undefined);
    else if (!hasForms(run) && codes.has(run)) add(dataOf(run), run);
  }
  return slots;
}

/** Cuts text at all that looks like one of the codes. */
export function splitByLook(text: string, looks: readonly string[], toCode: (data: string) => Run): readonly Run[] {
  const pattern = lookOf(looks);
  return pattern === undefined ? [textRun(text)] : splitText(text, pattern, toCode);
}

function splitText(text: string, pattern: RegExp, toCode: (data: string) => Run | undefined): readonly Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const [data] = match;
    const code = toCode(data);
    if (code === undefined) continue;
    runs.push(textRun(text.slice(at, match.index)), code);
    at = match.index + data.length;
  }
  return [...runs, textRun(text.slice(at))];
}

/** Matches the texts of codes, long ones first, since they may hold others. */
function lookOf(looks: readonly string[]): RegExp | undefined {
  const data = [...new Set(looks)].filter((text) => text !== '');
  if (data.length === 0) return undefined;
  const ordered = data.toSorted((one, other) => other.length - one.length);
  return new RegExp(ordered.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)).join('|'), 'gu');
}

/** The text by which a code is known. */
export function dataOf(run: CodeRun): string {
  return run.kind === 'sub' ? run.ref : run.data;
}

/** The codes of content, without those in its forms. */
export function codeRuns(runs: Runs): readonly CodeRun[] {
  return runs.filter((run): run is CodeRun => run.kind !== 'text' && !hasForms(run));
}

/** The codes of content, and those in its forms. */
export function allCodes(runs: Runs): readonly CodeRun[] {
  return [
    ...codeRuns(runs),
    ...runs.filter(hasForms).flatMap((run) => formsOf(run).flatMap(([, form]) => allCodes(form))),
  ];
}
