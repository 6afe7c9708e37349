import type { JsonSchema, JsonSchemaObject } from '@helve/core';
import { resolveRef } from './resolve-ref.js';

/** Shape of a value as far as typing it in a terminal goes; the schema itself still checks it. */
export type Shape =
  | { readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'null' | 'json' | 'any'; readonly nullable: boolean }
  | { readonly kind: 'choice'; readonly choices: readonly unknown[]; readonly nullable: boolean }
  | { readonly kind: 'list'; readonly item: Shape; readonly nullable: boolean }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly nullable: boolean };

export interface Member {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  readonly description: string;
  readonly default?: unknown;
}

const scalars = { string: 'text', number: 'number', integer: 'integer', boolean: 'boolean', null: 'null' } as const;

/** Deeper than this nobody types flags, and definitions that refer to each other twice would double without end. */
const maxReferences = 5;

/** Reads the shape of a schema; `open` are the references being followed, so that recursion ends in plain JSON. */
export function readShape(schema: JsonSchema, root: JsonSchemaObject, open: readonly string[] = []): Shape {
  if (typeof schema === 'boolean') return plain('any');
  if (schema.$ref !== undefined) return readReferred(schema, schema.$ref, root, open);
  if (Array.isArray(schema.enum)) return choice(schema.enum);
  if ('const' in schema) return choice([schema['const']]);
  const members = readMembers(schema, root, open);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const [type, another] = types.filter((name) => name !== 'null');
  const nullable = type !== undefined && types.includes('null');
  if (members.length > 0 && another === undefined && (type ?? 'object') === 'object') {
    return { kind: 'object', members, nullable };
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (type === undefined && branches !== undefined)
    return joinShapes(branches.map((branch) => readShape(branch, root, open)));
  if (another !== undefined) return plain('any', nullable);
  if (type === 'array') return readList(schema, root, open, nullable);
  if (type === 'object') return plain('json', nullable);
  return type === undefined ? plain(types.length > 0 ? 'null' : 'any') : plain(scalars[type], nullable);
}

function readReferred(schema: JsonSchemaObject, ref: string, root: JsonSchemaObject, open: readonly string[]): Shape {
  const target = open.includes(ref) || open.length >= maxReferences ? undefined : resolveRef(ref, root);
  if (target === undefined || typeof target === 'boolean') return plain('any');
  const { $ref: _, ...beside } = schema;
  return readShape({ ...target, ...beside }, root, [...open, ref]);
}

function readList(schema: JsonSchemaObject, root: JsonSchemaObject, open: readonly string[], nullable: boolean): Shape {
  if ('prefixItems' in schema) return plain('json', nullable);
  return { kind: 'list', item: readShape(schema.items ?? true, root, open), nullable };
}

/** The members of an object, those of its parts (`allOf`) and of its alternatives (`anyOf`, `oneOf`) included. */
function readMembers(schema: JsonSchemaObject, root: JsonSchemaObject, open: readonly string[]): Member[] {
  const required = new Set(schema.required);
  const found = new Map<string, Member>();
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    found.set(name, toMember(name, child, readShape(child, root, open), required.has(name)));
  }
  for (const part of schema.allOf ?? []) add(found, listMembers(part, root, open), true);
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).map((branch) => listMembers(branch, root, open));
  for (const members of alternatives) {
    const everywhere = (name: string) =>
      alternatives.every((other) => other.some((m) => m.name === name && m.required));
    add(
      found,
      members.map((member) => ({ ...member, required: member.required && everywhere(member.name) })),
      false,
    );
  }
  return [...found.values()].map((member) => (required.has(member.name) ? { ...member, required: true } : member));
}

function listMembers(schema: JsonSchema, root: JsonSchemaObject, open: readonly string[]): readonly Member[] {
  const shape = readShape(schema, root, open);
  return shape.kind === 'object' ? shape.members : [];
}

function add(found: Map<string, Member>, members: readonly Member[], both: boolean): void {
  for (const member of members) {
    const known = found.get(member.name);
    if (known === undefined) found.set(member.name, member);
    else if (!both) found.set(member.name, { ...known, shape: joinShapes([known.shape, member.shape]) });
  }
}

function toMember(name: string, schema: JsonSchema, shape: Shape, required: boolean): Member {
  const { description = '', default: preset } = typeof schema === 'boolean' ? {} : schema;
  return { name, shape, required, description, ...(preset === undefined ? {} : { default: preset }) };
}

/** One shape for several alternatives: the same one, all choices together, or anything. */
function joinShapes(shapes: readonly Shape[]): Shape {
  const nullable = shapes.some((shape) => shape.nullable || shape.kind === 'null');
  const rest = shapes.filter((shape) => shape.kind !== 'null');
  const [first] = rest;
  if (first === undefined) return plain('null');
  if (rest.length === 1) return { ...first, nullable };
  if (rest.every((shape) => shape.kind === 'choice')) {
    return { kind: 'choice', choices: [...new Set(rest.flatMap((shape) => shape.choices))], nullable };
  }
  const simple = first.kind !== 'object' && first.kind !== 'list' && first.kind !== 'choice';
  return simple && rest.every((shape) => shape.kind === first.kind) ? { ...first, nullable } : plain('any', nullable);
}

function choice(values: readonly unknown[]): Shape {
  const choices = values.filter((value) => value !== null);
  return choices.length === 0 ? plain('null') : { kind: 'choice', choices, nullable: choices.length < values.length };
}

function plain(kind: 'text' | 'number' | 'integer' | 'boolean' | 'null' | 'json' | 'any', nullable = false): Shape {
  return { kind, nullable };
}
