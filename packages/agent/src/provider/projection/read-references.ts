import { fromPointerToken, isPlainObject, pointerTo, toPointerToken } from '@helve/core';
import { listChildren, isSchema, type Schema, type SchemaNode } from './schema-node.js';

type Growing = Record<string, unknown>;

/** The definitions of a schema by name, once every local reference points to one of them. */
export interface Definitions {
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The pointer of each definition. */
  readonly pointers: ReadonlyMap<string, string>;
}

const prefix = '#/$defs/';

/** Returns the name of the definition of a reference; undefined for one outside of the schema. */
export function definitionName(ref: unknown): string | undefined {
  if (typeof ref !== 'string' || !ref.startsWith(prefix)) return undefined;
  const token = ref.slice(prefix.length);
  return token === '' || token.includes('/') ? undefined : fromFragment(token);
}

/** Returns the reference to a definition. */
export function referenceTo(name: string): string {
  return prefix + encodeURIComponent(toPointerToken(name)).replaceAll('%24', '$');
}

/**
 * Gives each target of a local reference a name under `$defs`, and takes the definitions out of the tree, so that
 * nothing dangles when the tree changes its shape. An inner `$id` changes the meaning of pointers: nothing is done then.
 */
export function readDefinitions(root: Growing): Definitions {
  const schemas = new Map<string, Schema>();
  const pointers = new Map<string, string>();
  if (hasInnerId(root)) return { schemas, pointers };
  for (const [name, schema] of Object.entries(isPlainObject(root['$defs']) ? root['$defs'] : {})) {
    if (isSchema(schema)) define(name, schema, pointerTo('', '$defs', name));
  }
  for (const node of everyNode(root)) {
    const target = localTarget(node['$ref'], root['$id']);
    const found = target === undefined ? undefined : find(root, target);
    if (target !== undefined && found !== undefined) node['$ref'] = referenceTo(toDefinitionName(target, found));
  }
  for (const node of everyNode(root)) {
    delete node['$defs'];
    delete node['definitions'];
  }
  return { schemas, pointers };

  function toDefinitionName(path: readonly string[], schema: Schema): string {
    const pointer = pointerTo('', ...path);
    for (const [name, known] of pointers) if (known === pointer) return name;
    const wanted = path.at(-1) ?? 'root';
    let name = wanted;
    for (let n = 2; schemas.has(name); n += 1) name = `${wanted}_${n}`;
    define(name, schema, pointer);
    return name;
  }

  function define(name: string, schema: Schema, pointer: string): void {
    schemas.set(name, schema);
    pointers.set(name, pointer);
  }
}

/** Collects all nodes of a schema, including those inside definitions. */
export function everyNode(root: SchemaNode): Growing[] {
  const nodes: Growing[] = [];
  const waiting: SchemaNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    for (const { schema } of listChildren(node)) if (typeof schema === 'object') waiting.push(schema);
  }
  return nodes;
}

function hasInnerId(root: SchemaNode): boolean {
  return everyNode(root).some((node) => node !== root && typeof node['$id'] === 'string');
}

function localTarget(ref: unknown, rootId: unknown): readonly string[] | undefined {
  if (typeof ref !== 'string') return undefined;
  const fragment = typeof rootId === 'string' && ref.startsWith(`${rootId}#`) ? ref.slice(rootId.length) : ref;
  if (fragment === '#') return [];
  if (!fragment.startsWith('#/')) return undefined;
  const tokens = fragment.slice(2).split('/').map(fromFragment);
  return tokens.every((token) => token !== undefined) ? tokens : undefined;
}

function fromFragment(token: string): string | undefined {
  try {
    return fromPointerToken(decodeURIComponent(token));
  } catch {
    return undefined;
  }
}

function find(root: SchemaNode, path: readonly string[]): Schema | undefined {
  let value: unknown = root;
  for (const token of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Growing)[token];
  }
  return isSchema(value) ? value : undefined;
}
