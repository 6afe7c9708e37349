import { isPlainObject } from '@helve/core';
import { definitionName } from './read-references.js';
import { listChildren, stringItems, type Schema, type SchemaNode } from './schema-node.js';

/** Returns the name of a definition that contains itself without an optional property on the way. */
export function requiredCycle(root: SchemaNode): string | undefined {
  const definitions = new Map(Object.entries(isPlainObject(root['$defs']) ? root['$defs'] : {}));
  const direct = new Map([...definitions].map(([name, schema]) => [name, demanded(schema as Schema)]));
  return [...definitions.keys()].find((name) => reaches(direct, name));
}

function reaches(direct: ReadonlyMap<string, readonly string[]>, goal: string): boolean {
  const seen = new Set(direct.get(goal));
  // A set yields elements that are added while it is iterated.
  for (const name of seen) for (const next of direct.get(name) ?? []) seen.add(next);
  return seen.has(goal);
}

/** Returns the definitions that every value needs. */
function demanded(schema: Schema): string[] {
  if (typeof schema !== 'object') return [];
  const name = definitionName(schema['$ref']);
  const required = stringItems(schema['required']);
  const below = listChildren(schema).filter(
    ({ keyword, key }) => keyword !== '$defs' && (keyword !== 'properties' || required.includes(String(key))),
  );
  return [...(name === undefined ? [] : [name]), ...below.flatMap(({ schema: child }) => demanded(child))];
}
