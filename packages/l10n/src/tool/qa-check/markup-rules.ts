import type { Run, Runs } from '@helve/flow';
import { codesIn } from '../../check/unit-code.js';
import { allOfTarget, inTarget, targetRun, toDraft, type PairRule } from './qa-pair.js';

const entity = /&(?:amp|lt|gt|quot|apos|nbsp|#\d+);/;
const brokenEntity = /&\s+(?:amp|lt|gt|quot|apos|nbsp);|&(?:amp|lt|gt|quot|nbsp)(?![\p{L}\p{N};])/u;

/** Reports entities that were taken apart, and attributes in typographic quotation marks. */
export const checkMarkup: PairRule = (pair, found) => {
  const { sourceText, targetText, target } = pair;
  const broken = brokenEntity.exec(targetText);
  if (broken !== null && entity.test(sourceText) && !brokenEntity.test(sourceText))
    found.push(
      toDraft(pair, 'qa.markup', `The entity "${broken[0]}" is broken`, {
        range: inTarget(pair, broken.index, broken.index + broken[0].length),
        subject: broken[0],
      }),
    );
  const quoted = target.findIndex((run) => 'data' in run && /^<[^<>]*=\s?[“”„«»‘’]/.test(run.data));
  if (quoted >= 0)
    found.push(
      toDraft(pair, 'qa.markup', 'An attribute is in typographic quotation marks, which are part of its value', {
        range: targetRun(pair, quoted),
        subject: 'quotes',
        suggestion: 'Write straight quotation marks',
      }),
    );
};

/** A sign after a word, or a word of a script with spaces between words; one letter may be a sign, as in "v%s" and "%d x%d". */
const spaced = /(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2}|[\p{L}\p{M}]\s?[:;,])$/u;
/** A code of XLIFF that stands for a tag, which may touch a word. */
const isTag = /^<(?:x|ph|bx|ex)\s[^<>]*(?:ctype=|id="(?:START|CLOSE)_)/;
const unspaced = /^(?:zh|ja|ko|th|lo|km|my|bo|dz)\b/;

/** Reports a placeholder that touches the word before it, where the source has a space. */
export const checkGluedCodes: PairRule = (pair, found) => {
  const { source, target } = pair;
  if (unspaced.test(pair.variant) || !source.some(({ kind }) => kind === 'ph')) return;
  const codes = codesIn(source);
  const apart = new Set(codes.flatMap(({ key, index }) => (isAfter(source, index, /\s$/) ? [key] : [])));
  if (apart.size === 0 || codes.some(({ run, index }) => run.kind === 'ph' && isAfter(source, index, /[\p{L}:;,]$/u)))
    return;
  const glued = codesIn(target).find(
    ({ key, run, index }) =>
      run.kind === 'ph' && !isTag.test(run.data) && apart.has(key) && isAfter(target, index, spaced),
  );
  if (glued === undefined) return;
  found.push(
    toDraft(pair, 'qa.glued-code', 'A placeholder touches the word or the sign before it, and not in the source', {
      range: targetRun(pair, glued.index),
      subject: glued.key,
      suggestion: 'Add a space before it',
    }),
  );
};

function isAfter(runs: Runs, index: number, pattern: RegExp): boolean {
  const before = runs[index - 1];
  return before?.kind === 'text' && pattern.test(before.text);
}

/** Reports a pair of codes that lost the text between them. */
export const checkEmptyPairs: PairRule = (pair, found) => {
  const at = emptyPairIn(pair.target);
  if (at < 0 || emptyPairIn(pair.source) >= 0) return;
  const run = pair.target[at];
  const subject = run !== undefined && 'data' in run ? run.data : '';
  found.push(
    toDraft(pair, 'qa.empty-pair', 'A pair of codes has no text between them, and that of the source has', {
      range: allOfTarget(pair),
      subject,
    }),
  );
};

function emptyPairIn(runs: Runs): number {
  return runs.findIndex((run, index) => run.kind === 'pc-open' && isEndOf(runs[index + 1], run.id));
}

function isEndOf(run: Run | undefined, id: string): boolean {
  return run?.kind === 'pc-close' && run.id === id;
}
