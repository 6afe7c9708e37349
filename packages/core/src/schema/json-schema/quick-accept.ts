import { isPlainObject } from '../../json/is-plain-object.js';
import type { SchemaNode } from './schema-node.js';

/** True if a value surely fits as it is; false says nothing, and the whole check decides. */
export type QuickAccept = (value: unknown) => boolean;

interface ShapeRules {
  readonly unknown: 'allow' | 'reject' | 'strip';
  readonly defaults: boolean;
}

/** What it can read of a schema: who it is, and the keywords of plain types. */
const readable = new Set(
  'id pointer resource default types enum properties required additionalProperties items minimum maximum minItems maxItems'.split(
    ' ',
  ),
);

/**
 * The common case in one walk: objects and lists of plain types, as most tools have them.
 * Undefined for a schema that says anything else, which only the whole check understands.
 */
export function compileQuickAccept(node: SchemaNode, rules: ShapeRules): QuickAccept | undefined {
  if (saysMore(node) || node.types?.length !== 1) return undefined;
  const accept = acceptType(node, rules);
  if (accept === undefined || node.enum === undefined) return accept;
  const allowed = new Set(node.enum);
  return node.enum.every((value) => typeof value !== 'object')
    ? (value) => allowed.has(value) && accept(value)
    : undefined;
}

/** A node has a field for every keyword; those that its schema does not use hold nothing. */
function saysMore(node: SchemaNode): boolean {
  for (const field in node) {
    const value = node[field as keyof SchemaNode];
    if (value !== undefined && value !== false && !readable.has(field)) return true;
  }
  return false;
}

function acceptType(node: SchemaNode, rules: ShapeRules): QuickAccept | undefined {
  const { minimum = -Infinity, maximum = Infinity } = node;
  switch (node.types?.[0]) {
    case 'number':
      return (value) => typeof value === 'number' && Number.isFinite(value) && value >= minimum && value <= maximum;
    case 'integer':
      return (value) => typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
    case 'string':
      return (value) => typeof value === 'string';
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'array':
      return acceptItems(node, rules);
    case 'object':
      return acceptMembers(node, rules);
    default:
      return undefined;
  }
}

function acceptItems(
  { items, minItems = 0, maxItems = Infinity }: SchemaNode,
  rules: ShapeRules,
): QuickAccept | undefined {
  const accept = items === undefined ? undefined : compileQuickAccept(items, rules);
  if (accept === undefined) return undefined;
  return (value) => {
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) return false;
    for (const item of value) if (!accept(item)) return false;
    return true;
  };
}

interface Member {
  readonly accept: QuickAccept;
  /** Must be there, or would have to be filled in. */
  readonly wanted: boolean;
}

/** Every name known, every value fitting, nothing missing that must be there or be filled in. */
function acceptMembers(node: SchemaNode, { unknown, defaults }: ShapeRules): QuickAccept | undefined {
  const { properties, additionalProperties, required = [] } = node;
  if (properties === undefined || (additionalProperties !== undefined && !additionalProperties.never)) return undefined;
  if (additionalProperties === undefined && unknown === 'allow') return undefined;
  const members = new Map<string, Member>();
  for (const [name, member] of properties) {
    const accept = compileQuickAccept(member, { unknown, defaults });
    if (accept === undefined) return undefined;
    members.set(name, { accept, wanted: required.includes(name) || (defaults && member.default !== undefined) });
  }
  if (required.some((name) => !properties.has(name))) return undefined;
  const find = members.size <= FEW ? findAmongFew([...members]) : (name: string) => members.get(name);
  const wanted = [...members.values()].filter((member) => member.wanted).length;
  return (value) => {
    if (!isPlainObject(value)) return false;
    let there = 0;
    for (const name in value) {
      const member = find(name);
      if (member === undefined || !member.accept(value[name])) return false;
      if (member.wanted) there += 1;
    }
    return there === wanted;
  };
}

const FEW = 8;

/** To compare with a few names is quicker than to look one up. */
function findAmongFew(members: readonly (readonly [string, Member])[]): (name: string) => Member | undefined {
  const names = members.map(([name]) => name);
  const all = members.map(([, member]) => member);
  return (name) => {
    for (let at = 0; at < names.length; at += 1) if (names[at] === name) return all[at];
    return undefined;
  };
}
