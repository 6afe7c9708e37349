import type { Run, Runs } from '@helve/flow';
import { containsForms, dataText, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { textRun } from '@helve/flow';
import { formatMessage } from '../../format/messageformat/format-message.js';

/** Numbers of the codes of a unit, as cells show them. */
export type CodeNumbers = ReadonlyMap<string, number>;

/** A code in the text of a cell, behind backslashes: an odd number of them makes it text. */
const token = /(?<!\\)(\\*)(\{\d{1,6}\}|<\/?\d{1,6}>)/gu;

/** Numbers the codes of a source in the order in which they come; both halves of a pair have one number. */
export function codeNumbers(source: Runs): CodeNumbers {
  const numbers = new Map<string, number>();
  for (const run of source) if ('id' in run && !numbers.has(run.id)) numbers.set(run.id, numbers.size + 1);
  return numbers;
}

/**
 * Spells content for people: codes are `{1}`, pairs `<1>…</1>`, and content with forms is an ICU message. A code that the
 * source lacks has no number, and is spelled as in its file.
 */
export function cellText(runs: Runs, numbers: CodeNumbers): string {
  if (containsForms(runs)) return formatMessage(withPlainNames(runs));
  return runs
    .map((run, at) => {
      if ('id' in run && numbers.has(run.id)) return codeText(run, numbers);
      const text = dataText([run]).replaceAll(token, String.raw`$1$1\$2`);
      // Backslashes before a code would make it text.
      return at + 1 < runs.length ? text.replace(/(?<!\\)\\+$/u, '$&$&') : text;
    })
    .join('');
}

/** Content whose numbers have names that a message may have; they come home in order. */
function withPlainNames(runs: Runs): Runs {
  return runs.map((run) => {
    if (!hasForms(run)) return run;
    const forms = formsOf(run).map(([key, form]): [string, Runs] => [key, withPlainNames(form)]);
    return withForms({ ...run, pivot: run.pivot.replaceAll(/[^\p{L}\p{N}_]/gu, '_') }, forms);
  });
}

function codeText(run: Run, numbers: CodeNumbers): string {
  const number = 'id' in run ? (numbers.get(run.id) ?? 0) : 0;
  if (run.kind === 'pc-open') return `<${number}>`;
  return run.kind === 'pc-close' ? `</${number}>` : `{${number}}`;
}

/** Reads the text of a cell: its codes are those of the source. Numbers that the source lacks stay text. */
export function readCellText(text: string, source: Runs): Runs {
  const codes = codesByToken(source);
  const runs: Run[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [found, slashes = '', name = ''] = match;
    const code = slashes.length % 2 === 0 ? codes.get(name) : undefined;
    const before = text.slice(at, match.index) + slashes.slice(0, slashes.length / 2);
    runs.push(textRun(before), code ?? textRun(name));
    at = match.index + found.length;
  }
  runs.push(textRun(text.slice(at)));
  return normaliseRuns(runs);
}

function codesByToken(source: Runs): ReadonlyMap<string, Run> {
  const numbers = codeNumbers(source);
  const codes = source.filter((run) => run.kind !== 'text');
  return new Map(codes.map((run) => [codeText(run, numbers), run]));
}

/** Explains the codes of a source: `{1} = {name}`. */
export function codeLegend(source: Runs): string {
  if (containsForms(source)) return '';
  const numbers = codeNumbers(source);
  const shown = new Map<string, string>();
  for (const run of source) {
    if (run.kind === 'text' || run.kind === 'pc-close') continue;
    const text = 'data' in run && run.data !== '' ? run.data : 'disp' in run ? (run.disp ?? '') : '';
    shown.set(codeText(run, numbers), text);
  }
  return [...shown].map(([name, text]) => (text === '' ? name : `${name} = ${text}`)).join('\n');
}
