import type { PluralKey, PluralRun, Run, Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import type { EntryMember } from './entry.js';

const pivot = 'count';
const contextPivot = 'context';

/** Converts the members of one entry to content: numbers inside contexts. */
export function toForms(members: readonly EntryMember[], ordinal: boolean, find: (text: string) => Runs): Runs {
  const contexts = [...new Set(members.map(({ form }) => form.context))];
  const byContext = (context: string): Runs => {
    const own = members.filter(({ form }) => form.context === context);
    const [only] = own;
    if (only?.form.plural === undefined) return find(only?.text ?? '');
    const forms = Object.fromEntries(own.map(({ form, text }) => [form.plural ?? 'other', find(text)]));
    return normaliseRuns([{ kind: 'plural', pivot, ...(ordinal ? { ordinal } : {}), forms }]);
  };
  if (contexts.length === 1) return byContext('');
  const cases = Object.fromEntries(contexts.map((context) => [context === '' ? 'other' : context, byContext(context)]));
  return normaliseRuns([{ kind: 'select', pivot: contextPivot, cases }]);
}

/** One key that content requires. */
export interface ExpectedForm {
  readonly context: string;
  readonly plural: PluralKey | undefined;
}

const order = ['=0', 'zero', 'one', 'two', 'few', 'many', 'other'];

/** Lists the keys that content requires; none if it has no forms of its own. */
export function expectedForms(runs: Runs): readonly ExpectedForm[] {
  const select = runs.find((run) => run.kind === 'select');
  if (!select) return pluralKeys(runs).map((plural) => ({ context: '', plural }));
  return Object.entries(select.cases).flatMap(([name, content]): ExpectedForm[] => {
    const context = name === 'other' ? '' : name;
    const keys = pluralKeys(content);
    return keys.length === 0 ? [{ context, plural: undefined }] : keys.map((plural) => ({ context, plural }));
  });
}

function pluralKeys(runs: Runs): PluralKey[] {
  const plural = runs.find((run): run is PluralRun => run.kind === 'plural');
  if (!plural) return [];
  return order.filter((key): key is PluralKey => Object.hasOwn(plural.forms, key));
}

/** Returns the content of one form: every plural and select is resolved, to `other` if it lacks the form. */
export function leafRuns(runs: Runs, form: ExpectedForm): Runs {
  return normaliseRuns(
    runs.flatMap((run): readonly Run[] => {
      if (run.kind === 'plural') return leafRuns(run.forms[form.plural ?? 'other'] ?? run.forms.other ?? [], form);
      if (run.kind === 'select') return leafRuns(run.cases[form.context] ?? run.cases['other'] ?? [], form);
      return [run];
    }),
  );
}
