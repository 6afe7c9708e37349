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
import { moveToDescription, reportLoss, type SchemaPosition } from './schema-position.js';
import { tidy } from './tidy.js';
import { settleItems, settleType } from './type-step.js';
import { loosenOneOf, settleUnions } from './union-step.js';
import { concerns, declaredTypes } from './value-type.js';
import { Projection, type NodeLocation } from './projection.js';

/** Projects a schema into a dialect. Everything it says ends up in the result, in its description, or in the losses. */
export function projectSchema(
  dialect: Dialect,
  schema: JsonSchemaObject,
): { projection: Projection; out: Record<string, unknown> } {
  const projection = new Projection(dialect, schema);
  const at: NodeLocation = { pointer: '', argumentPath: '', isRoot: true, inlined: new Map() };
  // A root without properties says so.
  const out = { type: 'object', properties: {}, ...projectNode(projection, projection.root, at) };
  const definitions = projectDefinitions(projection);
  return { projection, out: Object.keys(definitions).length > 0 ? { ...out, $defs: definitions } : out };
}

function projectDefinitions(projection: Projection): Record<string, unknown> {
  const made = new Map<string, unknown>();
  // Projecting one may request others; a set yields these too while it is iterated.
  for (const name of projection.needed) {
    const schema = projection.resolve(referenceTo(name));
    const pointer = projection.definitions.pointers.get(name) ?? '';
    const at: NodeLocation = { pointer, argumentPath: `#${encodeURIComponent(name)}`, inlined: new Map() };
    if (schema !== undefined) made.set(name, project(projection, schema, at));
  }
  reportUnused(projection);
  return Object.fromEntries(made);
}

function reportUnused(projection: Projection): void {
  for (const [name, pointer] of projection.definitions.pointers) {
    if (projection.needed.has(name)) continue;
    const inlines = projection.action('$ref') === 'inline';
    const note = inlines ? 'it stands where it is referred to' : 'nothing refers to it any more';
    projection.lose({ pointer, keyword: '$defs', action: inlines ? 'inlined' : 'dropped', effect: 'same', note });
  }
}

function project(projection: Projection, schema: Schema, at: NodeLocation): unknown {
  if (projection.takesAll && typeof schema === 'boolean') return schema;
  if (typeof schema === 'object') return projectNode(projection, schema, at);
  if (schema) return projectNode(projection, {}, at);
  return projectNode(projection, { not: {} }, at);
}

function projectNode(projection: Projection, schema: SchemaNode, start: NodeLocation): Record<string, unknown> {
  const position: SchemaPosition = { projection, at: start, node: schema, out: {}, rules: [] };
  if (!projection.count(start)) return position.out;
  settle(position);
  const child: ProjectChild = (inner, at) => project(projection, inner, at);
  if (Object.hasOwn(position.node, 'type')) apply(position, 'type', position.node['type'], child);
  for (const [keyword, value] of Object.entries(position.node)) applyKeyword(position, keyword, value, child);
  if (mayBeObject(position)) applyObject(position, child);
  noteTexts(position);
  return finish(position);
}

/** Runs the steps, in order, that replace a schema by an equal one which the dialect can express. */
function settle(position: SchemaPosition): void {
  tidy(position);
  if (position.at.isRoot) settleRoot(position);
  if (position.projection.takesAll) {
    loosenOneOf(position);
    return;
  }
  do {
    settleReference(position);
    settleLiterals(position);
    settleUnions(position);
  } while (settleNull(position));
  settleType(position);
  settleItems(position);
}

const handledApart = new Set(['type', 'properties', 'required', 'additionalProperties', 'patternProperties', '$ref']);

function applyKeyword(position: SchemaPosition, keyword: string, value: unknown, child: ProjectChild): void {
  const { projection, node } = position;
  if (keyword === '$ref') keepReference(position, value);
  if (handledApart.has(keyword)) return;
  const { type } = node;
  if (!projection.takesAll && typeof type === 'string' && !concerns(keyword, type)) {
    reportLoss(position, keyword, 'dropped', 'same', `it says nothing about values of type ${type}`);
  } else if (keyword === 'propertyNames' && projection.wasRenamed(node)) moveToDescription(position, keyword, value);
  else if (keyword === 'format' && Array.isArray(node['enum']) && position.out['format'] === 'enum') return;
  else apply(position, keyword, value, child);
}

function keepReference(position: SchemaPosition, ref: unknown): void {
  const name = definitionName(ref);
  position.out['$ref'] = ref;
  if (name === undefined || position.projection.resolve(ref) === undefined) return;
  position.projection.need(name);
  position.projection.marks.push({
    step: 'defined',
    pointer: position.at.argumentPath,
    definition: `#${encodeURIComponent(name)}`,
  });
}

function mayBeObject(position: SchemaPosition): boolean {
  const { node, projection } = position;
  if (projection.takesAll) return [...handledApart].some((keyword) => Object.hasOwn(node, keyword));
  return (declaredTypes(node) ?? ['object']).includes('object') && !Object.hasOwn(node, '$ref') && saysObject(position);
}

/** True when a schema without a type is about objects. */
function saysObject({ node }: SchemaPosition): boolean {
  return (
    Object.hasOwn(node, 'type') || Object.hasOwn(node, 'properties') || Object.hasOwn(node, 'additionalProperties')
  );
}

function applyObject(position: SchemaPosition, child: ProjectChild): void {
  applyProperties(position, child);
  applyOthers(position, child);
}

/** Marks where text may stand, so that no number is read into it. */
function noteTexts(position: SchemaPosition): void {
  const { node, projection, at } = position;
  const types = declaredTypes(node);
  const open =
    types === undefined ? !Object.hasOwn(node, 'anyOf') && !Object.hasOwn(node, '$ref') : types.includes('string');
  const listed = Object.hasOwn(node, 'enum') || Object.hasOwn(node, 'const');
  if (open && !listed) projection.marks.push({ step: 'text-meant', pointer: at.argumentPath, texts: 'any' });
}

function finish(position: SchemaPosition): Record<string, unknown> {
  const { out, rules, projection, at } = position;
  // The rules of the root belong to the description of the tool.
  if (at.isRoot) projection.rootRules.push(...rules);
  const { description } = out;
  const own = at.isRoot ? [] : rules;
  if (description === undefined && own.length === 0) return out;
  const { text, cut } = describe(
    typeof description === 'string' ? description : '',
    own,
    projection.dialect.maxDescriptionLength,
  );
  if (cut > 0) reportLoss(position, 'description', 'dropped', 'same', `${cut} characters too long: cut`);
  return { ...out, description: text };
}
