import type { LocaleId, PluralKey, Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import type { ExpectedForm } from '../json/member-cluster.js';
import { planMembers, pluralContent } from '../plural/plan-members.js';
import { readingOf, withCase } from '../plural/plural-reading.js';
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
    const forms = own.map(({ form, text }) => [form.plural ?? 'other', find(text)] as const);
    return pluralContent(forms, { pivot, ordinal });
  };
  if (contexts.length === 1) return byContext('');
  const cases = Object.fromEntries(contexts.map((context) => [context === '' ? 'other' : context, byContext(context)]));
  return normaliseRuns([{ kind: 'select', pivot: contextPivot, cases }]);
}

/** The keys that content requires, and its forms that have none. */
export interface ExpectedForms {
  readonly forms: readonly ExpectedForm[];
  readonly lost: readonly PluralKey[];
}

/** Lists the keys that content requires: numbers inside contexts. */
export function expectedForms(runs: Runs, locale: LocaleId | undefined): ExpectedForms {
  const select = runs.find((run) => run.kind === 'select');
  const contexts = select ? Object.keys(select.cases) : ['other'];
  const plans = contexts.map((name) => contextForms(runs, name, locale));
  return { forms: plans.flatMap(({ forms }) => forms), lost: plans.flatMap(({ lost }) => lost) };
}

function contextForms(runs: Runs, name: string, locale: LocaleId | undefined): ExpectedForms {
  const context = name === 'other' ? '' : name;
  const content = withCase(runs, name);
  const plan = planMembers(content, { locale, zeroIsExact: true });
  if (!plan) return { forms: [{ context, plural: undefined, runs: readingOf(content, () => 'other') }], lost: [] };
  const forms = Array.from(plan.members, ([plural, member]) => ({ context, plural, runs: member }));
  return { forms, lost: plan.lost };
}
