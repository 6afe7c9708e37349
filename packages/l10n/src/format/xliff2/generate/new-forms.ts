import type { Runs } from '@helve/flow';
import { formsOf, hasForms, withForms } from '@helve/flow/content';
import { readingOf } from '../../plural/plural-reading.js';
import type { Switch, VariantForm } from '../variant-form.js';

/** Content by the value of one variable. */
export interface FormedContent {
  readonly switch: Switch;
  readonly forms: readonly VariantForm[];
}

/**
 * Splits content with one plural or select into whole texts, one for each form; undefined for content without, with more
 * than one, or with what a case cannot say.
 */
export function formedContent(runs: Runs): FormedContent | undefined {
  const formed = runs.filter(hasForms);
  const [run] = formed;
  if (run === undefined || formed.length > 1 || !/^[\w.-]+$/u.test(run.pivot)) return undefined;
  if (run.kind === 'plural' && (run.offset ?? 0) !== 0) return undefined;
  const kind = run.kind === 'select' ? 'select' : run.ordinal === true ? 'ordinal' : 'plural';
  const keys = formsOf(run).map(([key]) => key);
  const inner = formsOf(run).some(([, content]) => content.some(hasForms));
  if (inner || !keys.every((key) => /^=?[\w.-]+$/u.test(key))) return undefined;
  const own = withOwnIds(runs);
  const forms = keys.map((key) => ({ keys: [key], runs: readingOf(own, () => key) }));
  return { switch: { kind, variable: run.pivot }, forms };
}

/** Gives codes in forms ids that the codes around the forms do not have: a form and the text around it become one text. */
function withOwnIds(runs: Runs): Runs {
  const around = new Set(runs.flatMap((run) => ('id' in run ? [run.id] : [])));
  if (around.size === 0) return runs;
  const inForm = (form: Runs): Runs => {
    const used = new Set([...around, ...form.flatMap((run) => ('id' in run ? [run.id] : []))]);
    const fresh = new Map<string, string>();
    for (const run of form) {
      if (!('id' in run) || !around.has(run.id) || fresh.has(run.id)) continue;
      let number = 2;
      while (used.has(`${run.id}.${number}`)) number += 1;
      fresh.set(run.id, `${run.id}.${number}`);
    }
    return form.map((run) => ('id' in run ? { ...run, id: fresh.get(run.id) ?? run.id } : run));
  };
  return runs.map((run) =>
    hasForms(run)
      ? withForms(
          run,
          formsOf(run).map(([key, form]): [string, Runs] => [key, inForm(form)]),
        )
      : run,
  );
}

/** The content for one form: its own, or that for all other values. */
export function formFor(content: FormedContent | undefined, whole: Runs, key: string): Runs {
  const find = (wanted: string) => content?.forms.find(({ keys }) => keys[0] === wanted)?.runs;
  return find(key) ?? find('other') ?? whole;
}
