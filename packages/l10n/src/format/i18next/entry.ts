import type { Member } from './member.js';
import type { KeyForm, Suffixes } from './suffix.js';

/** A member and the form in its key. */
export interface EntryMember extends Member {
  readonly form: KeyForm;
}

/** Source of one block: a single value, or the suffixed keys of one entry. */
export type Entry =
  | { readonly kind: 'value'; readonly member: Member }
  | {
      readonly kind: 'forms';
      readonly base: string;
      readonly ordinal: boolean;
      readonly members: readonly EntryMember[];
    };

/** Groups members that are forms of one entry, in the order of their first member. */
export function i18nextEntries(members: readonly Member[], suffixes: Suffixes): readonly Entry[] {
  const groups = groupMembers(members, suffixes);
  const seen = new Set<readonly EntryMember[]>();
  return members.flatMap((member): Entry[] => {
    const group = groups.get(member);
    if (!group) return [{ kind: 'value', member }];
    if (seen.has(group)) return [];
    seen.add(group);
    const ordinal = group.some(({ form }) => form.ordinal);
    return [{ kind: 'forms', base: group[0]?.form.base ?? '', ordinal, members: group }];
  });
}

/** Name of an entry: that of its value, or of its keys without their suffixes. */
export function entryName(entry: Entry): string {
  if (entry.kind === 'value') return entry.member.place.name;
  const [first] = entry.members;
  const { name = '' } = first?.place ?? {};
  return `${name.slice(0, name.length - (first?.key?.length ?? 0))}${entry.base}`;
}

function groupMembers(members: readonly Member[], suffixes: Suffixes): Map<Member, readonly EntryMember[]> {
  const byEntry = new Map<string, EntryMember[]>();
  const seen = new Set<string>();
  for (const member of members) {
    if (member.key === undefined || !member.translatable) continue;
    // Of a repeated key only the first is a form; the others stay values of their own.
    const location = `${member.object} ${member.key}`;
    if (seen.has(location)) continue;
    seen.add(location);
    const form = suffixes.parse(member.key);
    const name = `${member.object} ${form.ordinal ? 'ordinal' : 'cardinal'} ${form.base}`;
    byEntry.set(name, [...(byEntry.get(name) ?? []), { ...member, form }]);
  }
  const groups = new Map<Member, readonly EntryMember[]>();
  const byPosition = new Map(members.map((member) => [`${member.object} ${member.position}`, member]));
  for (const group of byEntry.values()) {
    const complete = amongPlurals(group, suffixes.bareSingular);
    if (!isComplete(complete)) continue;
    for (const { object, position } of complete) {
      const member = byPosition.get(`${object} ${position}`);
      if (member) groups.set(member, complete);
    }
  }
  return groups;
}

/** Decides on a bare key beside plurals: the singular in version 3, else a value of its own. */
function amongPlurals(group: readonly EntryMember[], bareSingular: boolean): readonly EntryMember[] {
  if (group.every(({ form }) => form.plural === undefined)) return group;
  if (!bareSingular) return group.filter(({ form }) => form.plural !== undefined);
  return group.map((member) =>
    member.form.plural === undefined ? { ...member, form: { ...member.form, plural: 'one' as const } } : member,
  );
}

/** True when every number and every context has a form for the rest. */
function isComplete(group: readonly EntryMember[]): boolean {
  if (group.length < 2) return group.length === 1 && group[0]?.form.plural === 'other' && group[0].form.context === '';
  const plurals = group.map(({ form }) => form.plural !== undefined);
  if (plurals.includes(true) && plurals.includes(false)) return false;
  const contexts = new Set(group.map(({ form }) => form.context));
  if (!contexts.has('')) return false;
  return (
    !plurals[0] ||
    [...contexts].every((context) => group.some(({ form }) => form.context === context && form.plural === 'other'))
  );
}
