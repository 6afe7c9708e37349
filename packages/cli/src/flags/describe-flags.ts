import type { Flag, FlagPlan } from './flag.js';
import type { OwnFlag } from './parse-flags.js';
import { isSwitch } from './plan-flags.js';
import { choiceText } from './read-value.js';

const maxChoices = 60;

/** The rows of a help table: how a flag is written, and what it is for. */
export function describeFlags({ flags, withoutFlag }: FlagPlan): string[][] {
  return [
    ...flags.map((flag) => [toUsage(flag), toNotes(flag)]),
    ...withoutFlag.map((path) => [`(${path.join('.')})`, 'only with --input']),
  ];
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
