import { textRun, type CodeRun, type Run, type Runs } from '@helve/flow';
import { dataText, formOf, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { alignRuns } from '../../pair/align-runs.js';
import { bareRuns } from './bare-runs.js';
import { codeRuns, dataOf, withCodesInText } from './codes-in-text.js';

/**
 * Gives a returned translation the codes of the block that it goes home to: exchange formats and tools between have ids
 * and attributes of their own.
 *
 *     returned source   [3]Hello[/3] {4}      block   [1]Hello[/1] {2}
 *     returned target   {4} [3]Hallo[/3]      home    {2} [1]Hallo[/1]
 */
export function homeRuns(target: Runs, returnedSource: Runs, source: Runs): Runs {
  if (target.some(hasForms) || source.some(hasForms)) return homeForms(target, returnedSource, source);
  const isSpelled = isSpelledAlike(returnedSource, source);
  const codes = codesById(returnedSource, source, isSpelled);
  const isKnown = target.every((run) => run.kind === 'text' || codes.has(keyOf(run)));
  const isCutAlike = codeRuns(returnedSource).every((run) => codes.has(keyOf(run)));
  if (!isCutAlike && isSpelled) return withCodesInText([textRun(dataText(bareRuns(target)))], codeRuns(source), source);
  if (!isKnown) return withTexts(alignRuns(bareRuns(target), source), source);
  const known = new Set(codes.values());
  const lacking = codeRuns(source).filter((run) => (isSpelled || run.kind === 'ph') && !known.has(run));
  return withCodesInText(
    target.map((run) => codes.get(keyOf(run)) ?? run),
    lacking,
    source,
  );
}

/** True for content that files spell alike, but for white space: tools between may cut the same text into other codes. */
function isSpelledAlike(returned: Runs, source: Runs): boolean {
  const sent = withoutSpace(dataText(bareRuns(returned)));
  return sent === withoutSpace(dataText(source)) || sent === withoutSpace(dataText(bareRuns(source)));
}

/** True for content with the same texts between its codes. */
function hasSameTexts(one: Runs, other: Runs): boolean {
  const texts = (runs: Runs) => runs.map((run) => (run.kind === 'text' ? withoutSpace(run.text) : '\u0000')).join('');
  return texts(one) === texts(other);
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\p{White_Space}+/gu, '');
}

/** Makes text of the codes that tools between have found in the text of a block, such as `%B` in a date. */
function withTexts(target: Runs, source: Runs): Runs {
  const own = new Set(source.map(keyOf));
  return normaliseRuns(target.map((run) => (own.has(keyOf(run)) ? run : (asText(run, source) ?? run))));
}

/** The text of a code, where the source has it as text. */
function asText(run: Run, source: Runs): Run | undefined {
  if (run.kind === 'text' || run.kind === 'sub' || hasForms(run) || run.data === '') return undefined;
  return source.some((one) => one.kind === 'text' && one.text.includes(run.data)) ? textRun(run.data) : undefined;
}

/**
 * Codes of the block, by those of the returned source: the same id and data, else the same data in order, else the same
 * place, unless the file spells its text alike and only cuts it into other codes.
 */
function codesById(returned: Runs, source: Runs, isSpelled: boolean): ReadonlyMap<string, Run> {
  const [sent, own] = [codeRuns(bareRuns(returned)), codeRuns(source)];
  const left = [...own];
  const found = new Map<string, Run>();
  const take = (isMatch: (one: CodeRun, code: CodeRun) => boolean) => {
    for (const code of sent) {
      if (found.has(keyOf(code))) continue;
      const at = left.findIndex((one) => one.kind === code.kind && isMatch(one, code));
      const [match] = at < 0 ? [] : left.splice(at, 1);
      if (match !== undefined) found.set(keyOf(code), match);
    }
  };
  const isSame = (one: CodeRun, code: CodeRun) => {
    const opener = code.kind === 'pc-close' ? found.get(`pc-open ${code.id}`) : undefined;
    return opener === undefined || !('id' in opener) ? dataOf(one) === dataOf(code) : one.id === opener.id;
  };
  take((one, code) => one.id === code.id && isSame(one, code));
  take(isSame);
  if (found.size === sent.length) return found;
  const isAlike = sent.length === own.length && sent.every((code, index) => code.kind === own[index]?.kind);
  if (isAlike && (!isSpelled || hasSameTexts(returned, source)))
    return new Map(sent.map((code, index) => [keyOf(code), own[index] ?? code]));
  if (isSpelled) return found;
  for (const code of sent) {
    const text = found.has(keyOf(code)) ? undefined : asText(code, source);
    if (text !== undefined) found.set(keyOf(code), text);
  }
  return found;
}

function homeForms(target: Runs, returnedSource: Runs, source: Runs): Runs {
  const [models, sent] = [source.filter(hasForms), returnedSource.filter(hasForms)];
  if (models.length === 0 || !target.some(hasForms)) return alignRuns(bareRuns(target), source);
  let at = 0;
  return normaliseRuns(
    target.map((run): Run => {
      if (!hasForms(run)) return run;
      const [model, before] = [models[at], sent[at]];
      at += 1;
      if (model === undefined) return run;
      const inner = (holder: typeof model | undefined, key: string) =>
        (holder === undefined ? undefined : (formOf(holder, key) ?? formOf(holder, 'other'))) ?? [];
      const forms = formsOf(run).map(([key, runs]): [string, Runs] => [
        key,
        homeRuns(runs, inner(before, key), inner(model, key)),
      ]);
      return Object.freeze(withForms({ ...run, pivot: model.pivot }, forms));
    }),
  );
}

function keyOf(run: Run): string {
  return 'id' in run ? `${run.kind} ${run.id}` : run.kind;
}
