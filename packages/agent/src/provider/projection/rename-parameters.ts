import { isPlainObject } from '@helve/core';
import { toSafeNames, type NameRule } from '../provider-names.js';
import { everyNode } from './read-references.js';
import { readProperties, stringItems, type Schema, type SchemaNode } from './schema-node.js';

type Growing = Record<string, unknown>;

/**
 * Renames, in place, the parameters whose names a provider rejects. Returns the touched nodes, and the old names by new
 * ones.
 */
export function renameParameters(
  roots: readonly Schema[],
  rule: NameRule,
): { readonly touched: ReadonlySet<SchemaNode>; readonly oldNames: ReadonlyMap<string, string> } {
  const nodes = [...new Set(roots.flatMap((root) => (typeof root === 'object' ? everyNode(root) : [])))];
  const names = toSafeNames(nodes.flatMap(namesIn), rule);
  const changed = new Map([...names].filter(([name, safe]) => name !== safe));
  const touched = new Set(changed.size === 0 ? [] : nodes.filter((node) => renameIn(node, changed)));
  return { touched, oldNames: new Map([...changed].map(([name, safe]) => [safe, name])) };
}

const namedMaps = ['properties', 'dependentSchemas', 'dependentRequired'];

function namesIn(node: SchemaNode): string[] {
  const dependent = isPlainObject(node['dependentRequired']) ? Object.values(node['dependentRequired']) : [];
  return [
    ...namedMaps.flatMap((keyword) => (isPlainObject(node[keyword]) ? Object.keys(node[keyword]) : [])),
    ...[node['required'], ...dependent].flatMap((list) => stringItems(list)),
  ];
}

function renameIn(node: Growing, changed: ReadonlyMap<string, string>): boolean {
  const rename = (name: string) => changed.get(name) ?? name;
  const touched = Object.keys(readProperties(node)).some((name) => changed.has(name));
  for (const keyword of namedMaps) {
    const map = node[keyword];
    if (isPlainObject(map)) {
      node[keyword] = Object.fromEntries(
        Object.entries(map).map(([name, value]) => [rename(name), renameAll(value, rename)]),
      );
    }
  }
  if (Array.isArray(node['required'])) node['required'] = renameAll(node['required'], rename);
  return touched;
}

function renameAll(value: unknown, rename: (name: string) => string): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (typeof item === 'string' ? rename(item) : item));
}
