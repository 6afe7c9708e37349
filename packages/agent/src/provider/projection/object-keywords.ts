import { isPlainObject } from '@helve/core';
import { apply, below, type ProjectChild } from './keyword-actions.js';
import { readProperties, stringItems, type Schema } from './schema-node.js';
import { moveToDescription, refuse, reportLoss, type SchemaPosition } from './schema-position.js';
import { declaredTypes } from './value-type.js';

/** Projects the declared properties: their schemas, which are required, and the marks for restoring. */
export function applyProperties(position: SchemaPosition, project: ProjectChild): void {
  const { projection, node } = position;
  const properties = Object.entries(readProperties(node)).filter(([name, schema]) =>
    isPossible(position, name, schema),
  );
  const required = stringItems(node['required']);
  const made = properties.map(([name, schema]) => {
    const at = below(position, 'properties', schema, name);
    noteName(position, name, at.argumentPath);
    const projected = project(schema, at);
    if (projection.action('optional property') !== 'require') return [name, projected];
    if (!required.includes(name)) return [name, requireProperty(position, schema, projected, at)];
    if (projection.takesNull(schema)) projection.marks.push({ step: 'null-meant', pointer: at.argumentPath });
    return [name, projected];
  });
  if (Object.hasOwn(node, 'properties')) position.out['properties'] = Object.fromEntries(made);
  applyRequired(
    position,
    properties.map(([name]) => name),
    required,
  );
  if (projection.dialect.ordersProperties && made.length > 0) {
    position.out['propertyOrdering'] = properties.map(([name]) => name);
  }
}

/** False for a property that no value fits, which is left out. */
function isPossible(position: SchemaPosition, name: string, schema: Schema): boolean {
  if (schema !== false || position.projection.takesAll) return true;
  const { pointer } = below(position, 'properties', schema, name);
  const note = 'no value fits it, so it is not declared';
  position.projection.lose({ pointer, keyword: 'properties', action: 'dropped', effect: 'wider', note });
  return false;
}

function noteName(position: SchemaPosition, name: string, argumentPath: string): void {
  const { projection } = position;
  const to = projection.oldName(name);
  if (to === undefined) return;
  projection.marks.push({ step: 'renamed', pointer: argumentPath, from: name, to });
  reportLoss(position, 'properties', 'rewritten', 'same', `"${to}" is called "${name}"`);
}

/** Requires a property, as strict forms do: null stands for an absent one. */
function requireProperty(
  position: SchemaPosition,
  schema: Schema,
  projected: unknown,
  at: { pointer: string; argumentPath: string },
): unknown {
  const { projection } = position;
  const takesNull = projection.takesNull(schema);
  projection.marks.push({ step: takesNull ? 'null-meant' : 'null-removed', pointer: at.argumentPath });
  const note = takesNull ? 'required: null is sent instead of nothing' : 'required: null stands for leaving it out';
  projection.lose({ pointer: at.pointer, keyword: 'required', action: 'rewritten', effect: 'same', note });
  return takesNull || !isPlainObject(projected) ? projected : withNull(projected);
}

function withNull(node: Record<string, unknown>): Record<string, unknown> {
  const { title, description, ...rest } = node;
  const words = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  if (Array.isArray(rest['anyOf'])) return { ...node, anyOf: [...(rest['anyOf'] as unknown[]), { type: 'null' }] };
  if ('$ref' in rest || 'const' in rest || rest['type'] === undefined) {
    return { ...words, anyOf: [rest, { type: 'null' }] };
  }
  const types = [...(declaredTypes(rest) ?? []), 'null'];
  return { ...node, type: types, ...(Array.isArray(rest['enum']) && { enum: [...(rest['enum'] as unknown[]), null] }) };
}

function applyRequired(position: SchemaPosition, declared: readonly string[], required: readonly string[]): void {
  const { projection, node, out } = position;
  if (projection.takesAll) {
    if (Object.hasOwn(node, 'required')) out['required'] = node['required'];
    return;
  }
  const undeclared = required.filter((name) => !declared.includes(name));
  if (undeclared.length > 0) {
    const action = projection.action('required but undeclared');
    if (action === 'refuse') refuse(position, 'required', 'it names properties that are not declared');
    else moveToDescription(position, 'required', undeclared);
  }
  const all = projection.action('optional property') === 'require';
  const names = all ? [...declared] : declared.filter((name) => required.includes(name));
  if (Object.hasOwn(node, 'required') || names.length > 0 || all) out['required'] = names;
}

/** Projects the rules about undeclared properties. */
export function applyOthers(position: SchemaPosition, project: ProjectChild): void {
  const { node, projection } = position;
  const others = node['additionalProperties'];
  const patterns = node['patternProperties'];
  const movesPatterns =
    patterns !== undefined && (projection.action('patternProperties') !== 'keep' || renamedHere(position));
  if (patterns !== undefined) {
    if (movesPatterns && projection.action('patternProperties') !== 'refuse')
      moveToDescription(position, 'patternProperties', patterns);
    else apply(position, 'patternProperties', patterns, project);
  }
  if (others === undefined) close(position);
  // Closing to all but the patterns would reject their properties once the patterns are gone.
  else if (movesPatterns && others !== true) moveOthers(position, others);
  else if (others === false) keepClosed(position);
  else apply(position, 'additionalProperties', others, project);
}

function keepClosed(position: SchemaPosition): void {
  if (position.projection.action('additionalProperties: false') !== 'drop')
    position.out['additionalProperties'] = false;
  else reportLoss(position, 'additionalProperties', 'dropped', 'wider', 'undeclared arguments are not refused there');
}

function moveOthers(position: SchemaPosition, others: unknown): void {
  if (others !== false) moveToDescription(position, 'additionalProperties', others);
  else
    reportLoss(position, 'additionalProperties', 'dropped', 'wider', 'it would refuse what patternProperties allows');
}

/** True when properties were renamed: a pattern was written for the tool's own names. */
function renamedHere(position: SchemaPosition): boolean {
  return position.projection.wasRenamed(position.node);
}

/** Closes an object that declares properties, since others are rejected anyway; one that declares none stays open. */
function close(position: SchemaPosition): void {
  if (position.projection.action('additionalProperties: false') !== 'close') return;
  if (!Object.hasOwn(position.node, 'properties')) {
    refuse(position, 'additionalProperties', 'an object that declares no properties is open');
    return;
  }
  position.out['additionalProperties'] = false;
  reportLoss(position, 'additionalProperties', 'rewritten', 'same', 'said, since the strict form wants it said');
}
