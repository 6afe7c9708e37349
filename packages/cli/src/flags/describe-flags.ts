import type { ComponentSchema } from '@helve/flow';
import type { Flag, FlagPlan } from './flag.js';
import type { OwnFlag } from './parse-flags.js';
import { isSwitch } from './plan-flags.js';
import { choiceText } from './read-value.js';

const maxChoices = 60;

/** The rows of a help table: how a flag is written, and what it is for. */
export function describeFlags({ flags, withoutFlag }: FlagPlan, usageOf: (flag: Flag) => string = toUsage): string[][] {
  return [
    ...flags.map((flag) => [usageOf(flag), toNotes(flag)]),
    ...withoutFlag.map((path) => [`(${path.join('.')})`, 'only with --input']),
  ];
}

/** A parameter as a config writes it: by its own name, with the kind of its value. */
export function describeKey(flag: Flag): string {
  const name = flag.path.join('.');
  return isSwitch(flag.shape, flag.repeatable) ? name : `${name} ${valueName(flag)}${flag.repeatable ? ' …' : ''}`;
}

/** Rows of a help table under a title. */
export interface FlagSection {
  readonly title: string;
  readonly rows: string[][];
}

/** The rows of a help table by the groups of a schema; all under one title where it has none. */
export function describeGroups(
  plan: FlagPlan,
  schema: Pick<ComponentSchema, 'ui:groups'>,
  title: string,
  usageOf: (flag: Flag) => string = toUsage,
): FlagSection[] {
  const { 'ui:groups': groups = [] } = schema;
  if (groups.length === 0) return [{ title, rows: describeFlags(plan, usageOf) }].filter(({ rows }) => rows.length > 0);
  return groups.map((group) => {
    const flags = group.properties.flatMap((name) => plan.flags.filter(({ path }) => path[0] === name));
    const withoutFlag = plan.withoutFlag.filter(([name = '']) => group.properties.includes(name));
    return { title: `${title}: ${group.title}`, rows: describeFlags({ flags, withoutFlag }, usageOf) };
  });
}

/** The rows of a command's own flags. */
export function describeOwnFlags(flags: readonly OwnFlag[]): string[][] {
  return flags.map(({ name, short, value, docs }) => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    docs,
  ]);
}

function toUsage(flag: Flag): string {
  if (isSwitch(flag.shape, flag.repeatable))
    return flag.negation === `no-${flag.name}` ? `--[no-]${flag.name}` : `--${flag.name}`;
  return `--${flag.name} ${valueName(flag)}${flag.repeatable ? ' …' : ''}`;
}

function valueName({ shape }: Flag): string {
  if (shape.kind === 'choice') {
    const listed = shape.choices.map(choiceText).join('|');
    return listed.length <= maxChoices ? listed : 'CHOICE';
  }
  return shape.kind === 'list' || shape.kind === 'object' ? 'JSON' : shape.kind.toUpperCase();
}

function toNotes(flag: Flag): string {
  const notes = [
    ...(flag.required ? ['required'] : []),
    ...(flag.default === undefined || flag.default === '' ? [] : [`default ${choiceText(flag.default)}`]),
    ...(flag.repeatable ? ['may be repeated'] : []),
    ...(flag.nullable ? [`--${flag.name}:=null for none`] : []),
    ...longChoices(flag),
  ];
  return [flag.description, ...(notes.length === 0 ? [] : [`(${notes.join('; ')})`])].filter(Boolean).join(' ');
}

function longChoices({ shape }: Flag): string[] {
  if (shape.kind !== 'choice') return [];
  const listed = shape.choices.map(choiceText);
  return listed.join('|').length <= maxChoices ? [] : [`one of ${listed.join(', ')}`];
}
