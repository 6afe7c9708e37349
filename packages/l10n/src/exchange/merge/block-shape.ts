import { textRun, type Run, type Runs } from '@helve/flow';
import { containsForms, dataText, formOf, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { parseMessage } from '../../format/messageformat/parse-message.js';
import { readCellText } from '../table/cell-text.js';
import { unguardCell } from '../table/guard-cell.js';
import type { ReturnedUnit } from './returned-unit.js';

/**
 * Reads a returned unit as its block has it: cells of tables have numbers for codes, and plurals of catalogs have codes
 * as text.
 */
export function toBlockShape(returned: ReturnedUnit, source: Runs): ReturnedUnit {
  const read = (runs: Runs) => (returned.isTable === true ? readCell(runs, source) : withCodesIn(runs, source));
  const { target } = returned;
  return { ...returned, source: read(returned.source), target: target && { ...target, runs: read(target.runs) } };
}

function readCell(runs: Runs, source: Runs): Runs {
  if (!containsForms(source)) return readCellText(unguardCell(dataText(runs)), source);
  if (containsForms(runs)) return runs;
  const parsed = parseMessage(unguardCell(dataText(runs)));
  return parsed.ok ? parsed.runs : runs;
}

/** Finds the codes of a block in forms that have none. */
function withCodesIn(runs: Runs, source: Runs): Runs {
  const models = source.filter(hasForms);
  if (models.length === 0 || !runs.some(hasForms)) return runs;
  let at = 0;
  return runs.map((run): Run => {
    if (!hasForms(run)) return run;
    const model = models[at++];
    if (model === undefined) return run;
    const forms = formsOf(run).map(([key, form]): readonly [string, Runs] => {
      const own = formOf(model, key) ?? formOf(model, 'other') ?? [];
      return [
        key,
        form.every(({ kind }) => kind === 'text') ? codesInText(dataText(form), own) : withCodesIn(form, own),
      ];
    });
    return withForms(run, forms);
  });
}

/** Splits a text at the codes of a source. */
function codesInText(text: string, source: Runs): Runs {
  let runs: readonly Run[] = [textRun(text)];
  for (const code of source) {
    if (code.kind !== 'ph' || code.data === '') continue;
    runs = runs.flatMap((run) => (run.kind === 'text' ? splitAt(run.text, code.data, code) : [run]));
  }
  return normaliseRuns([...runs]);
}

function splitAt(text: string, data: string, code: Run): readonly Run[] {
  return text.split(data).flatMap((piece, index) => (index === 0 ? [textRun(piece)] : [code, textRun(piece)]));
}
