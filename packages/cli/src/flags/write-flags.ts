import { deepEqual, isPlainObject } from '@helve/core';
import type { Flag, FlagPlan } from './flag.js';
import { isSwitch } from './plan-flags.js';
import { choiceText, readValue } from './read-value.js';

/** An input as flags, and what no flag can say. */
export interface WrittenFlags {
  readonly argv: readonly string[];
  readonly rest: Readonly<Record<string, unknown>>;
}

/** The flags that give an input: the way back from `parseFlags`. */
export function writeFlags(input: Readonly<Record<string, unknown>>, plan: FlagPlan): WrittenFlags {
  const argv: string[] = [];
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const words = writeAt([name], value, plan.flags);
    if (words === undefined) Object.defineProperty(rest, name, { value, enumerable: true });
    else argv.push(...words);
  }
  return { argv, rest };
}

function writeAt(path: readonly string[], value: unknown, flags: readonly Flag[]): string[] | undefined {
  if (value === undefined) return [];
  const flag = flags.find((candidate) => isSamePath(candidate.path, path));
  if (flag === undefined) return undefined;
  if (flag.shape.kind === 'object' && !flag.repeatable && isPlainObject(value)) {
    const members = Object.entries(value).map(([name, member]) => writeAt([...path, name], member, flags));
    if (members.length > 0 && members.every((words) => words !== undefined)) return members.flat();
  }
  if (flag.repeatable && Array.isArray(value) && value.length > 0) {
    const items = value.map((item) => writeOne(flag, item, false));
    if (items.every((words) => words !== undefined)) return items.flat();
  }
  return (
    (flag.repeatable ? undefined : writeOne(flag, value, flag.nullable)) ?? [
      `--${flag.name}:=${guard(JSON.stringify(value))}`,
    ]
  );
}

/** The plain form, if it reads back as the same value. */
function writeOne(flag: Flag, value: unknown, nullable: boolean): string[] | undefined {
  if (isSwitch(flag.shape, flag.repeatable) && typeof value === 'boolean') {
    if (value) return [`--${flag.name}`];
    return [flag.negation === undefined ? `--${flag.name}=false` : `--${flag.negation}`];
  }
  const text = toText(value);
  const shape = flag.repeatable ? flag.shape : { ...flag.shape, nullable };
  const reading = readValue(text, shape);
  if (!reading.ok || !isSameJson(reading.value, value)) return undefined;
  const guarded = guard(text);
  return guarded.startsWith('--') || isSwitch(flag.shape, flag.repeatable)
    ? [`--${flag.name}=${guarded}`]
    : [`--${flag.name}`, guarded];
}

function toText(value: unknown): string {
  return Object.is(value, -0) ? '-0' : choiceText(value);
}

function guard(text: string): string {
  return text.startsWith('@') ? `@${text}` : text;
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

function isSameJson(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && deepEqual(a, b));
}
