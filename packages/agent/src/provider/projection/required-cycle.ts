import { isPlainObject } from '@helve/core';
import { definitionName } from './read-references.js';
import { childrenOf, stringItems, type Schema, type SchemaNode } from './schema-node.js';

/** The name of a definition that contains itself without a property on the way that may be left out. */
export function requiredCycle(root: SchemaNode): string | undefined {
  const definitions = new Map(Object.entries(isPlainObject(root['$defs']) ? root['$defs'] : {}));
  const direct = new Map([...definitions].map(([name, schema]) => [name, demanded(schema as Schema)]));
  return [...definitions.keys()].find((name) => reaches(direct, name));
}

function reaches(direct: ReadonlyMap<string, readonly string[]>, goal: string): boolean {
  const seen = new Set(direct.get(goal));
  // A set hands out what is added while it is read.
  for (const name of seen) for (const next of direct.get(name) ?? []) seen.add(next);
  return seen.has(goal);
}

/** The definitions that a value cannot do without. */
function demanded(schema: Schema): string[] {
  if (typeof schema !== 'object') return [];
  const name = definitionName(schema['$ref']);
  const required = stringItems(schema['required']);
  const below = childrenOf(schema).filter(
    ({ keyword, key }) => keyword !== '$defs' && (keyword !== 'properties' || required.includes(String(key))),
  );
  return [...(name === undefined ? [] : [name]), ...below.flatMap(({ schema: child }) => demanded(child))];
}
