import type { Run, Runs } from '@helve/flow';
import { formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { allCodes, dataOf, splitByLook } from './codes-in-text.js';
import type { ReturnedUnit } from './returned-unit.js';

/**
 * Makes codes of what the cell of a table has as codes and its block has not at all: cells are read as text, in which
 * only the codes of the source are known.
 *
 *     source   Three        cell   Drei %s   ─▶   Drei [%s]
 *
 * What the source has as a text, or as a code of its own, is none of them.
 */
export function withForeignCodes(runs: Runs, { isTable, target }: ReturnedUnit, source: Runs): Runs {
  if (isTable !== true || target === undefined) return runs;
  const own = new Set(allCodes(source).map(dataOf));
  const texts = textOf(source);
  const foreign = [...new Set(allCodes(target.runs).map(dataOf))].filter(
    (data) => data !== '' && !own.has(data) && !texts.includes(data),
  );
  return foreign.length === 0 ? runs : cut(runs, foreign);
}

function cut(runs: Runs, foreign: readonly string[]): Runs {
  return normaliseRuns(
    runs.flatMap((run): readonly Run[] => {
      if (run.kind === 'text') return splitByLook(run.text, foreign, toCode);
      if (!hasForms(run)) return [run];
      return [
        withForms(
          run,
          formsOf(run).map(([key, form]): [string, Runs] => [key, cut(form, foreign)]),
        ),
      ];
    }),
  );
}

/** A code that is known by its text, as no code of a source is. */
function toCode(data: string): Run {
  return { kind: 'ph', id: data, type: 'code:placeholder', data };
}

/** The texts of content and of its forms. */
function textOf(runs: Runs): string {
  return runs
    .map((run) => {
      if (run.kind === 'text') return run.text;
      return hasForms(run)
        ? formsOf(run)
            .map(([, form]) => textOf(form))
            .join('\n')
        : '\n';
    })
    .join('');
}
