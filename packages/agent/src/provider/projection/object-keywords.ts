import { isPlainObject } from '@helve/core';
import { apply, below, type ProjectChild } from './keyword-actions.js';
import { propertiesOf, textsOf, type Schema } from './schema-node.js';
import { moveToDescription, refuse, tell, type Spot } from './spot.js';
import { declaredTypes } from './value-type.js';

/** The declared properties: their schemas, which of them must be there, and what is noted for restoring. */
export function applyProperties(spot: Spot, project: ProjectChild): void {
  const { work, node } = spot;
  const properties = Object.entries(propertiesOf(node)).filter(([name, schema]) => isPossible(spot, name, schema));
  const required = textsOf(node['required']);
  const made = properties.map(([name, schema]) => {
    const at = below(spot, 'properties', schema, name);
    noteName(spot, name, at.place);
    const projected = project(schema, at);
    if (work.action('optional property') !== 'require') return [name, projected];
    if (!required.includes(name)) return [name, requireProperty(spot, schema, projected, at)];
    if (work.takesNull(schema)) work.marks.push({ step: 'null-meant', pointer: at.place });
    return [name, projected];
  });
  if (Object.hasOwn(node, 'properties')) spot.out['properties'] = Object.fromEntries(made);
  applyRequired(
    spot,
    properties.map(([name]) => name),
    required,
  );
  if (work.dialect.ordersProperties && made.length > 0) {
    spot.out['propertyOrdering'] = properties.map(([name]) => name);
  }
}

/** A property that no value fits is left out. */
function isPossible(spot: Spot, name: string, schema: Schema): boolean {
  if (schema !== false || spot.work.takesAll) return true;
  const { pointer } = below(spot, 'properties', schema, name);
  const note = 'no value fits it, so it is not declared';
  spot.work.lose({ pointer, keyword: 'properties', action: 'dropped', effect: 'wider', note });
  return false;
}

function noteName(spot: Spot, name: string, place: string): void {
  const { work } = spot;
  const to = work.oldName(name);
  if (to === undefined) return;
  work.marks.push({ step: 'renamed', pointer: place, from: name, to });
  tell(spot, 'properties', 'rewritten', 'same', `"${to}" is called "${name}"`);
}

/** A strict form wants every property: null stands for one that is left out. */
function requireProperty(
  spot: Spot,
  schema: Schema,
  projected: unknown,
  at: { pointer: string; place: string },
): unknown {
  const { work } = spot;
  const takesNull = work.takesNull(schema);
  work.marks.push({ step: takesNull ? 'null-meant' : 'null-removed', pointer: at.place });
  const note = takesNull ? 'required: null is sent instead of nothing' : 'required: null stands for leaving it out';
  work.lose({ pointer: at.pointer, keyword: 'required', action: 'rewritten', effect: 'same', note });
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

function applyRequired(spot: Spot, declared: readonly string[], required: readonly string[]): void {
  const { work, node, out } = spot;
  if (work.takesAll) {
    if (Object.hasOwn(node, 'required')) out['required'] = node['required'];
    return;
  }
  const undeclared = required.filter((name) => !declared.includes(name));
  if (undeclared.length > 0) {
    const action = work.action('required but undeclared');
    if (action === 'refuse') refuse(spot, 'required', 'it names properties that are not declared');
    else moveToDescription(spot, 'required', undeclared);
  }
  const all = work.action('optional property') === 'require';
  const kept = all ? [...declared] : declared.filter((name) => required.includes(name));
  if (Object.hasOwn(node, 'required') || kept.length > 0 || all) out['required'] = kept;
}

/** What is said of undeclared properties. */
export function applyOthers(spot: Spot, project: ProjectChild): void {
  const { node, work } = spot;
  const others = node['additionalProperties'];
  const patterns = node['patternProperties'];
  const movesPatterns = patterns !== undefined && (work.action('patternProperties') !== 'keep' || renamedHere(spot));
  if (patterns !== undefined) {
    if (movesPatterns && work.action('patternProperties') !== 'refuse')
      moveToDescription(spot, 'patternProperties', patterns);
    else apply(spot, 'patternProperties', patterns, project);
  }
  if (others === undefined) close(spot);
  // Closed to all but the patterns would be closed to these, once they are gone.
  else if (movesPatterns && others !== true) moveOthers(spot, others);
  else if (others === false) keepClosed(spot);
  else apply(spot, 'additionalProperties', others, project);
}

function keepClosed(spot: Spot): void {
  if (spot.work.action('additionalProperties: false') !== 'drop') spot.out['additionalProperties'] = false;
  else tell(spot, 'additionalProperties', 'dropped', 'wider', 'undeclared arguments are not refused there');
}

function moveOthers(spot: Spot, others: unknown): void {
  if (others !== false) moveToDescription(spot, 'additionalProperties', others);
  else tell(spot, 'additionalProperties', 'dropped', 'wider', 'it would refuse what patternProperties allows');
}

/** A pattern was written for the names the tool knows. */
function renamedHere(spot: Spot): boolean {
  return spot.work.wasRenamed(spot.node);
}

/** Undeclared properties are refused anyway where some are declared; an object that declares none is open. */
function close(spot: Spot): void {
  if (spot.work.action('additionalProperties: false') !== 'close') return;
  if (!Object.hasOwn(spot.node, 'properties')) {
    refuse(spot, 'additionalProperties', 'an object that declares no properties is open');
    return;
  }
  spot.out['additionalProperties'] = false;
  tell(spot, 'additionalProperties', 'rewritten', 'same', 'said, since the strict form wants it said');
}
