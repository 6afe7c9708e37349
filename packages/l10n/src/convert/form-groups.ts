import type { Block, Group, PluralKey, Run, Runs, Target } from '@helve/flow';
import { isPluralKey, normaliseRuns } from '@helve/flow/content';
import { pluralContent } from '../format/plural/plan-members.js';

/** Collects the blocks of a document; units of a group that are forms of one text become one block. */
export class FormGroups {
  readonly blocks: Block[] = [];
  readonly #open: { readonly group: Group; readonly start: number }[] = [];

  open(group: Group): void {
    this.#open.push({ group, start: this.blocks.length });
  }

  add(block: Block): void {
    this.blocks.push(block);
  }

  close(): void {
    const opened = this.#open.pop();
    const kind = opened && formKinds[opened.group.properties['restype'] ?? ''];
    if (opened === undefined || kind === undefined) return;
    const members = this.blocks.slice(opened.start);
    const joined = joinForms(members, opened.group, kind);
    if (joined !== undefined) this.blocks.splice(opened.start, members.length, joined);
  }
}

type FormKind = 'plural' | 'select';

/** Types of groups whose units are forms, as gettext and Helve write them. */
const formKinds: Readonly<Record<string, FormKind>> = { 'x-gettext-plurals': 'plural', 'x-helve-select': 'select' };

/** Makes one block of the forms of a text; undefined where some unit is no form. */
function joinForms(members: readonly Block[], { id, name, properties }: Group, kind: FormKind): Block | undefined {
  const [first] = members;
  const keys = members.map((member) => keyOf(member, name));
  if (first === undefined || !keys.every((key) => key !== undefined && (kind === 'select' || isPluralKey(key))))
    return undefined;
  const join = (side: (block: Block) => Runs | undefined): Runs => {
    const forms = members.flatMap((member, at): readonly [string, Runs][] => {
      const runs = side(member);
      return runs === undefined ? [] : [[keys[at] ?? 'other', runs]];
    });
    return formed(forms, kind, properties['pivot']);
  };
  const targets = Object.entries(first.targets).map(([variant, target]): [string, Target] => [
    variant,
    { ...target, runs: join((member) => member.targets[variant]?.runs) },
  ]);
  return { ...first, id, name, source: join(({ source }) => source), targets: Object.fromEntries(targets) };
}

function keyOf({ name }: Block, group: string): string | undefined {
  return name.startsWith(`${group}[`) && name.endsWith(']') ? name.slice(group.length + 1, -1) : undefined;
}

function formed(forms: readonly (readonly [string, Runs])[], kind: FormKind, pivot: string | undefined): Runs {
  if (kind === 'plural') {
    const members = forms.flatMap(([key, runs]) => (isPluralKey(key) ? [[key, runs] as [PluralKey, Runs]] : []));
    return pluralContent(members, pivot === undefined ? {} : { pivot });
  }
  const cases = Object.fromEntries(forms);
  const run: Run = {
    kind,
    pivot: pivot ?? 'value',
    cases: { ...cases, other: cases['other'] ?? forms.at(-1)?.[1] ?? [] },
  };
  return normaliseRuns([run]);
}
