import { textRun, type Run, type Runs } from '@helve/flow';
import { containsForms, dataText, formOf, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { parseMessage } from '../../format/messageformat/parse-message.js';
import { hasContent } from '../../check/has-content.js';
import { readCellText } from '../table/cell-text.js';
import { unguardCell } from '../table/guard-cell.js';
import { joinParts } from '../unit-part.js';
import { allCodes, codeRuns, dataOf, withCodesInText } from './codes-in-text.js';
import { homeRuns } from './home-runs.js';
import { withRareForms } from './rare-forms.js';
import type { ReturnedPart, ReturnedUnit } from './returned-unit.js';

/**
 * Reads a returned unit as its block has it: cells of tables have numbers for codes, plurals of catalogs have codes as
 * text, and texts that came back on their own are put together. Those have the codes of the block already.
 */
export function toBlockShape(returned: ReturnedUnit, source: Runs, locale: string): ReturnedUnit {
  if (returned.parts !== undefined) return withJoinedParts(returned, returned.parts, source, locale);
  const textOf = (runs: Runs) => (returned.isUnguarded === true ? dataText(runs) : unguardCell(dataText(runs)));
  const read = (runs: Runs) => (returned.isTable === true ? readCell(runs, source, textOf) : withCodesIn(runs, source));
  const { target } = returned;
  const translated = target && { ...target, runs: withRareForms(read(target.runs), locale) };
  return { ...returned, source: read(returned.source), target: translated };
}

function withJoinedParts(
  returned: ReturnedUnit,
  parts: readonly ReturnedPart[],
  source: Runs,
  locale: string,
): ReturnedUnit {
  const byNumber = new Map(parts.map((part) => [part.number, part]));
  const join = (textOf: (part: ReturnedPart) => Runs | undefined) =>
    joinParts(source, locale, ({ number, runs }) => {
      const part = byNumber.get(number);
      const text = part && textOf(part);
      return part && text && homeRuns(text, part.source, runs);
    });
  const joined = join((part) => part.source);
  const translated = join(({ target }) => (target === undefined || !hasContent(target.runs) ? undefined : target.runs));
  const { target, ...rest } = returned;
  const isWhole = target !== undefined && translated !== undefined;
  return { ...rest, source: joined ?? source, ...(isWhole ? { target: { ...target, runs: translated } } : {}) };
}

function readCell(runs: Runs, source: Runs, textOf: (runs: Runs) => string): Runs {
  if (!containsForms(source)) return readCellText(textOf(runs), source);
  if (containsForms(runs)) return withCodesIn(withPartsAsText(runs, source), source);
  const parsed = parseMessage(textOf(runs));
  return parsed.ok ? withCodesIn(withPartsAsText(parsed.runs, source), source) : runs;
}

/** Finds the codes of a block in content with forms that has them as text, in its forms as well. */
function withCodesIn(runs: Runs, source: Runs): Runs {
  const models = source.filter(hasForms);
  if (models.length === 0 || !runs.some(hasForms)) return runs;
  let at = 0;
  const formed = runs.map((run): Run => {
    if (!hasForms(run)) return run;
    const model = models[at++];
    if (model === undefined) return run;
    const forms = formsOf(run).map(([key, form]): readonly [string, Runs] => {
      const own = formOf(model, key) ?? formOf(model, 'other') ?? [];
      return [key, form.some(hasForms) ? withCodesIn(form, own) : withLackingCodes(form, own)];
    });
    return withForms(run, forms);
  });
  return withLackingCodes(formed, source);
}

/** Finds codes in text that content does not have as codes. */
function withLackingCodes(runs: Runs, source: Runs): Runs {
  const found = new Set(codeRuns(runs).map(dataOf));
  const lacking = codeRuns(source).filter((code) => !found.has(dataOf(code)));
  return withCodesInText(runs, lacking, source);
}

/** Makes text of the arguments of a message that its source has inside of longer codes, such as `{count}` in `%{count}`. */
function withPartsAsText(runs: Runs, source: Runs): Runs {
  const own = new Set(allCodes(source).map(dataOf));
  const isPart = (run: Run): boolean => run.kind === 'ph' && run.data !== '' && !own.has(run.data);
  return normaliseRuns(
    runs.map((run) => {
      if (!hasForms(run)) return isPart(run) ? textRun(dataText([run])) : run;
      const forms = formsOf(run).map(([key, form]): [string, Runs] => [key, withPartsAsText(form, source)]);
      return withForms(run, forms);
    }),
  );
}
