import { textRun, unitText, type Run, type Runs } from '@helve/flow';
import { codePointLength, normaliseRuns, plainText, sliceUnit } from '@helve/flow/content';
import { pseudoText, type PseudoMode } from './pseudo-text.js';

/** A range of one unit that stays unchanged, in coordinates. */
export interface KeptRange {
  readonly start: number;
  readonly end: number;
}

/** Settings of the transformation. */
export interface PseudoOptions {
  readonly mode: PseudoMode;
  readonly expansionPercent: number;
  readonly prefix: string;
  readonly suffix: string;
}

/** Transforms the text of one unit; codes, and the kept ranges, stay. */
export function pseudoRuns(unit: Runs, keptRanges: readonly KeptRange[], mode: PseudoMode): Runs {
  const only = keptRanges.length === 0 ? plainText(unit) : undefined;
  if (only !== undefined) return [textRun(pseudoText(only, mode))];
  if (keptRanges.length === 0) return eachPseudo(unit, mode);
  const pieces: Run[] = [];
  let at = 0;
  for (const { start, end } of keptRanges) {
    pieces.push(...eachPseudo(sliceUnit(unit, at, start), mode), ...sliceUnit(unit, start, end));
    at = end;
  }
  return [...pieces, ...eachPseudo(sliceUnit(unit, at, Number.MAX_SAFE_INTEGER), mode)];
}

/** Wraps a unit in prefix and suffix, and expands it as a translation may; line breaks at its edges stay there. */
export function wrapRuns(runs: Runs, source: Runs, options: PseudoOptions): Runs {
  const { prefix } = options;
  const end = createPadding(source, options) + options.suffix;
  const only = plainText(runs);
  if (only !== undefined) return Object.freeze([textRun(withinLineBreaks(only, prefix, end))]);
  const first = runs[0];
  const last = runs.at(-1);
  const [lead = ''] = first?.kind === 'text' ? (/^[\r\n]*/.exec(first.text) ?? []) : [];
  const [trail = ''] = last?.kind === 'text' ? (/[\r\n]*$/.exec(last.text) ?? []) : [];
  const size = runs.length - 1;
  const inner = runs.map((run, at) => {
    if (run.kind !== 'text' || (at > 0 && at < size)) return run;
    const stop = at === size ? run.text.length - trail.length : run.text.length;
    return textRun(run.text.slice(at === 0 ? lead.length : 0, stop));
  });
  return normaliseRuns([textRun(lead + prefix), ...inner, textRun(end + trail)]);
}

function withinLineBreaks(text: string, prefix: string, end: string): string {
  const [lead = ''] = /^[\r\n]*/.exec(text) ?? [];
  const [trail = ''] = /[\r\n]*$/.exec(text.slice(lead.length)) ?? [];
  return lead + prefix + text.slice(lead.length, text.length - trail.length) + end + trail;
}

function createPadding(source: Runs, { expansionPercent }: PseudoOptions): string {
  if (expansionPercent === 0) return '';
  const tildes = Math.floor((codePointLength(unitText(source)) * expansionPercent) / 100);
  return tildes === 0 ? '' : ` ${'~'.repeat(tildes)}`;
}

function eachPseudo(runs: Runs, mode: PseudoMode): Run[] {
  const pseudo: Run[] = [];
  for (const run of runs) pseudo.push(run.kind === 'text' ? textRun(pseudoText(run.text, mode)) : run);
  return pseudo;
}
