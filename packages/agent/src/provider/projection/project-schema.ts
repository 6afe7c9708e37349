import type { JsonSchemaObject } from '@helve/core';
import { describe } from './describe.js';
import type { Dialect } from './dialect.js';
import { apply, type ProjectChild } from './keyword-actions.js';
import { settleLiterals } from './literal-step.js';
import { settleNull } from './null-branch.js';
import { applyOthers, applyProperties } from './object-keywords.js';
import { definitionName, referenceTo } from './read-references.js';
import { settleReference } from './reference-step.js';
import { settleRoot } from './root-step.js';
import type { Schema, SchemaNode } from './schema-node.js';
import { moveToDescription, tell, type Spot } from './spot.js';
import { tidy } from './tidy.js';
import { settleItems, settleType } from './type-step.js';
import { loosenOneOf, settleUnions } from './union-step.js';
import { concerns, declaredTypes } from './value-type.js';
import { Work, type At } from './work.js';

/** Brings a schema into a dialect. What it says is in the result, in its description, or in the losses. */
export function projectSchema(
  dialect: Dialect,
  schema: JsonSchemaObject,
): { work: Work; out: Record<string, unknown> } {
  const work = new Work(dialect, schema);
  const at: At = { pointer: '', place: '', isRoot: true, inlined: new Map() };
  // Even a root that declares nothing says so.
  const out = { type: 'object', properties: {}, ...projectNode(work, work.root, at) };
  const definitions = projectDefinitions(work);
  return { work, out: Object.keys(definitions).length > 0 ? { ...out, $defs: definitions } : out };
}

function projectDefinitions(work: Work): Record<string, unknown> {
  const made = new Map<string, unknown>();
  // Making one may ask for others; a set hands these out too while it is read.
  for (const name of work.needed) {
    const schema = work.resolve(referenceTo(name));
    const pointer = work.definitions.pointers.get(name) ?? '';
    const at: At = { pointer, place: `#${encodeURIComponent(name)}`, inlined: new Map() };
    if (schema !== undefined) made.set(name, project(work, schema, at));
  }
  tellUnused(work);
  return Object.fromEntries(made);
}

function tellUnused(work: Work): void {
  for (const [name, pointer] of work.definitions.pointers) {
    if (work.needed.has(name)) continue;
    const inlines = work.action('$ref') === 'inline';
    const note = inlines ? 'it stands where it is referred to' : 'nothing refers to it any more';
    work.lose({ pointer, keyword: '$defs', action: inlines ? 'inlined' : 'dropped', effect: 'same', note });
  }
}

function project(work: Work, schema: Schema, at: At): unknown {
  if (work.takesAll && typeof schema === 'boolean') return schema;
  if (typeof schema === 'object') return projectNode(work, schema, at);
  if (schema) return projectNode(work, {}, at);
  return projectNode(work, { not: {} }, at);
}

function projectNode(work: Work, schema: SchemaNode, start: At): Record<string, unknown> {
  const spot: Spot = { work, at: start, node: schema, out: {}, rules: [] };
  if (!work.count(start)) return spot.out;
  settle(spot);
  const child: ProjectChild = (inner, at) => project(work, inner, at);
  if (Object.hasOwn(spot.node, 'type')) apply(spot, 'type', spot.node['type'], child);
  for (const [keyword, value] of Object.entries(spot.node)) applyKeyword(spot, keyword, value, child);
  if (mayBeObject(spot)) applyObject(spot, child);
  noteTexts(spot);
  return finish(spot);
}

/** The steps that replace a schema by an equal one which is easier to say, in their order. */
function settle(spot: Spot): void {
  tidy(spot);
  if (spot.at.isRoot) settleRoot(spot);
  if (spot.work.takesAll) {
    loosenOneOf(spot);
    return;
  }
  do {
    settleReference(spot);
    settleLiterals(spot);
    settleUnions(spot);
  } while (settleNull(spot));
  settleType(spot);
  settleItems(spot);
}

const handledApart = new Set(['type', 'properties', 'required', 'additionalProperties', 'patternProperties', '$ref']);

function applyKeyword(spot: Spot, keyword: string, value: unknown, child: ProjectChild): void {
  const { work, node } = spot;
  if (keyword === '$ref') keepReference(spot, value);
  if (handledApart.has(keyword)) return;
  const { type } = node;
  if (!work.takesAll && typeof type === 'string' && !concerns(keyword, type)) {
    tell(spot, keyword, 'dropped', 'same', `it says nothing about values of type ${type}`);
  } else if (keyword === 'propertyNames' && work.wasRenamed(node)) moveToDescription(spot, keyword, value);
  else if (keyword === 'format' && Array.isArray(node['enum']) && spot.out['format'] === 'enum') return;
  else apply(spot, keyword, value, child);
}

function keepReference(spot: Spot, ref: unknown): void {
  const name = definitionName(ref);
  spot.out['$ref'] = ref;
  if (name === undefined || spot.work.resolve(ref) === undefined) return;
  spot.work.need(name);
  spot.work.marks.push({ step: 'defined', pointer: spot.at.place, definition: `#${encodeURIComponent(name)}` });
}

function mayBeObject(spot: Spot): boolean {
  const { node, work } = spot;
  if (work.takesAll) return [...handledApart].some((keyword) => Object.hasOwn(node, keyword));
  return (declaredTypes(node) ?? ['object']).includes('object') && !Object.hasOwn(node, '$ref') && saysObject(spot);
}

/** Whether a schema without a type speaks of objects at all. */
function saysObject({ node }: Spot): boolean {
  return (
    Object.hasOwn(node, 'type') || Object.hasOwn(node, 'properties') || Object.hasOwn(node, 'additionalProperties')
  );
}

function applyObject(spot: Spot, child: ProjectChild): void {
  applyProperties(spot, child);
  applyOthers(spot, child);
}

/** Where text may stand, a number must not be read into it. */
function noteTexts(spot: Spot): void {
  const { node, work, at } = spot;
  const types = declaredTypes(node);
  const open =
    types === undefined ? !Object.hasOwn(node, 'anyOf') && !Object.hasOwn(node, '$ref') : types.includes('string');
  const listed = Object.hasOwn(node, 'enum') || Object.hasOwn(node, 'const');
  if (open && !listed) work.marks.push({ step: 'text-meant', pointer: at.place, texts: 'any' });
}

function finish(spot: Spot): Record<string, unknown> {
  const { out, rules, work, at } = spot;
  // The rules of the root are told where the tool itself is described.
  if (at.isRoot) work.rootRules.push(...rules);
  const { description: said } = out;
  const own = at.isRoot ? [] : rules;
  if (said === undefined && own.length === 0) return out;
  const { text, cut } = describe(typeof said === 'string' ? said : '', own, work.dialect.maxDescriptionLength);
  if (cut > 0) tell(spot, 'description', 'dropped', 'same', `${cut} characters too long: cut`);
  return { ...out, description: text };
}
