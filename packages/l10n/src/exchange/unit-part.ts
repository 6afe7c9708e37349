import type { PlaceholderRun, Run, Runs } from '@helve/flow';
import { assembleTarget, hasForms, translationUnits, type UnitToTranslate } from '@helve/flow/content';

/**
 * One text of content with forms that goes out on its own, with codes in the places of the forms inside:
 *
 *     {n, plural, one {a file} other {# files}} of {total}   ─▶   1  {n} of {total}
 *                                                                 2  a file
 *                                                                 3  # files
 */
export interface UnitPart {
  /** Counted from 1, in the order of the texts. */
  readonly number: number;
  readonly runs: Runs;
  readonly unit: UnitToTranslate;
}

/** Cuts content into the texts that a translation into a language needs. */
export function unitParts(source: Runs, locale: string): readonly UnitPart[] {
  return translationUnits({ source }, locale)
    .filter(({ ignorable }) => !ignorable)
    .map((unit, at) => ({ number: at + 1, unit, runs: withCodesForForms(unit.source) }));
}

/** Puts parts together; `textOf` gives the text of each, in its own codes. Undefined where one is missing. */
export function joinParts(
  source: Runs,
  locale: string,
  textOf: (part: UnitPart) => Runs | undefined,
): Runs | undefined {
  const texts = new Map<string, Runs>();
  for (const part of unitParts(source, locale)) {
    const text = textOf(part);
    if (text === undefined) return undefined;
    texts.set(part.unit.key, withForms(text, part.unit.source));
  }
  return assembleTarget({ source }, locale, texts);
}

/** Content as its parts see it: codes in the places of plurals and selects. */
export function withCodesForForms(runs: Runs): Runs {
  return runs.map((run, at) => (hasForms(run) ? codeFor(runs, at, run.pivot) : run));
}

function withForms(runs: Runs, source: Runs): Runs {
  const forms = new Map(
    source.flatMap((run, at): [string, Run][] => (hasForms(run) ? [[formId(source, at), run]] : [])),
  );
  return runs.map((run) => (run.kind === 'ph' ? (forms.get(run.id) ?? run) : run));
}

function codeFor(runs: Runs, at: number, pivot: string): PlaceholderRun {
  const data = `{${pivot}}`;
  return {
    kind: 'ph',
    id: formId(runs, at),
    type: 'code:variable',
    data,
    equiv: pivot,
    disp: data,
    constraints: { deletable: false, cloneable: false, reorderable: true },
  };
}

/** An id that no other code of the content has. */
function formId(runs: Runs, at: number): string {
  const taken = new Set(runs.flatMap((run) => ('id' in run ? [run.id] : [])));
  let id = `form${at + 1}`;
  while (taken.has(id)) id = `${id}x`;
  return id;
}
