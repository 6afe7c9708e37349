import type { Runs } from '@helve/flow';
import { pluralCategories, type WriteContext } from '@helve/flow/content';
import { planMembers, type PluralCategory } from '../plural/plan-members.js';
import { readingOf } from '../plural/plural-reading.js';
import type { Cluster, ExpectedForm } from './member-cluster.js';
import { writeCluster } from './write-cluster.js';

/** True for the key of a plural form. */
export function isPluralCategory(key: string): key is PluralCategory {
  return pluralCategories.some((name) => name === key);
}

/** Writes the forms of a table, with the categories of the target's language. */
export function writeTable(cluster: Cluster, runs: Runs, block: string, ctx: WriteContext): string {
  const plan = planMembers(runs, { locale: ctx.targetLocale, zeroIsExact: false });
  if (cluster.last && plan !== undefined && plan.lost.length > 0)
    ctx.lose({ kind: 'form-lost', block, detail: { reason: 'not-in-format', forms: [...plan.lost] } });
  const plain = { context: '', plural: undefined, runs: readingOf(runs, () => 'other') };
  const forms: readonly ExpectedForm[] =
    plan === undefined
      ? [plain]
      : Array.from(plan.members, ([plural, member]) => ({ context: '', plural, runs: member }));
  return writeCluster(cluster, forms, ({ plural }) => plural ?? 'other');
}
