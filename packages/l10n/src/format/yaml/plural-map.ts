import { isPlainObject, type Json } from '@helve/core';
import type { Runs } from '@helve/flow';
import { pluralCategories } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import { planMembers, type MemberPlan, type PluralCategory } from '../plural/plan-members.js';
import type { YamlString } from './parse.js';
import { encodeScalar, type ScalarStyle } from './scalar-style.js';

/**
 * One member of a map of plural categories, as it is written:
 *
 *     one: "%{count} file"      head is `one: `
 *     other: "%{count} files"   before is the line end and indentation in front of it, column its place in the line
 */
export interface PluralMember {
  readonly category: PluralCategory;
  readonly before: string;
  readonly column: number;
  readonly head: string;
  readonly raw: string;
  readonly text: string;
  readonly style: ScalarStyle;
}

/** Returns the members of a map whose keys are plural categories; undefined for any other map. */
export function pluralMembers(strings: readonly YamlString[], text: string): readonly PluralMember[] | undefined {
  const members: PluralMember[] = [];
  for (const [at, { path, keyAt, start, end, text: value, style }] of strings.entries()) {
    const category = pluralCategories.find((name) => name === path.at(-1));
    if (category === undefined || keyAt < 0 || members.some((member) => member.category === category)) return undefined;
    const before = at === 0 ? '' : text.slice(strings[at - 1]?.end ?? keyAt, keyAt);
    const column = keyAt - (text.lastIndexOf('\n', keyAt - 1) + 1);
    const [head, raw] = [text.slice(keyAt, start), text.slice(start, end)];
    members.push({ category, before, column, head, raw, text: value, style });
  }
  return members.some(({ category }) => category === 'other') ? members : undefined;
}

/** Encodes members for the skeleton. */
export function membersToJson(members: readonly PluralMember[]): Json {
  return {
    members: members.map((member) => ({ ...member, style: { ...member.style } })),
  };
}

/** Decodes members; undefined for the form of a single value. */
export function membersFromJson(form: Json | undefined): readonly PluralMember[] | undefined {
  const members = isPlainObject(form) ? form['members'] : undefined;
  // The reader wrote them.
  return Array.isArray(members) ? members : undefined;
}

/** Writes the members that the target's language has, in CLDR order: known ones as they are, others like their neighbour. */
export function writeMembers(
  members: readonly PluralMember[],
  runs: Runs,
  locale: string | undefined,
): { readonly text: string; readonly lost: MemberPlan['lost'] } {
  const plan = planMembers(runs, { locale, zeroIsExact: true });
  const wanted = plan?.members ?? new Map(members.map(({ category }) => [category, runs] as const));
  const gap = members.find(({ before }) => before !== '')?.before;
  const between = gap === undefined ? lineBefore(members) : gap.replace(/^[\s\S]*?(\r?\n[ \t]*)$/u, '$1');
  let text = '';
  for (const [category, content] of wanted) {
    const known = members.find((member) => member.category === category);
    const model = known ?? members.at(-1);
    if (model === undefined) continue;
    const value = contentText(content, false);
    const spelled = known?.text === value ? known.raw : encodeScalar(value, model.style);
    const before = text === '' ? '' : known?.before || between;
    text += before + (known?.head ?? model.head.replace(model.category, category)) + spelled;
  }
  return { text, lost: plan?.lost ?? [] };
}

/** The separator of a map with one member: in braces a comma, else a line like its own. */
function lineBefore([first]: readonly PluralMember[]): string {
  if (first?.style.isInFlow === true) return ', ';
  return (first?.style.lineEnd ?? '\n') + ' '.repeat(first?.column ?? 0);
}
