import type { JsonSchemaObject } from '@helve/core';
import type { Flag, FlagPlan } from './flag.js';
import { nameFlags } from './name-flags.js';
import { readShape, type Member, type Shape } from './read-shape.js';

/** A flag before it has a name. */
type Draft = Omit<Flag, 'name' | 'negation'>;

const maxDepth = 6;

/**
 * The flags of a tool, from its input schema: one for each parameter, and one for each member of a nested object. Names
 * that are reserved, by `helve call` unless told, stay free.
 */
export function planFlags(inputSchema: JsonSchemaObject, reserved?: ReadonlySet<string>): FlagPlan {
  const shape = readShape(inputSchema, inputSchema);
  const drafts = shape.kind === 'object' ? shape.members.flatMap((member) => draft(member, [], true)) : [];
  const names = nameFlags(
    drafts.map(({ path, shape: value, repeatable }) => ({ path, yesOrNo: isSwitch(value, repeatable) })),
    reserved,
  );
  const flags: Flag[] = [];
  const withoutFlag: (readonly string[])[] = [];
  for (const [index, flag] of drafts.entries()) {
    const naming = names[index];
    if (naming === undefined) withoutFlag.push(flag.path);
    else flags.push({ ...flag, ...naming });
  }
  return { flags, withoutFlag };
}

/** True for a flag that stands alone, without a value. */
export function isSwitch(shape: Shape, repeatable: boolean): boolean {
  return shape.kind === 'boolean' && !repeatable;
}

function draft(member: Member, above: readonly string[], needed: boolean): Draft[] {
  const { shape, description } = member;
  const path = [...above, member.name];
  const repeatable = shape.kind === 'list';
  const own: Draft = {
    path,
    shape: repeatable ? shape.item : shape,
    repeatable,
    nullable: shape.nullable,
    required: member.required && needed,
    description,
    ...(member.default === undefined ? {} : { default: member.default }),
  };
  if (shape.kind !== 'object' || path.length >= maxDepth) return [own];
  // A member is needed only where the object around it is.
  return [own, ...shape.members.flatMap((inner) => draft(inner, path, own.required))];
}
