import { resolve } from 'node:path';
import type { Json, JsonObject } from '@helve/core';
import type { ComponentSchema } from '../contract/component-schema.js';
import { flowErrors } from '../flow-errors.js';

/** The words that a path parameter may contain as `${word}`. */
export const pathVariables = Object.freeze(['rootDir', 'sourceLocale', 'targetLocale', 'outputDir'] as const);
export type PathVariables = { readonly [name in (typeof pathVariables)[number]]?: string };

/** The kinds of resources that a path parameter may name instead of a file. */
export const resourceSchemes = Object.freeze(['tm', 'terms', 'srx'] as const);
export type ResourceScheme = (typeof resourceSchemes)[number];

/** A path parameter after it was read: a file, or a resource by name. */
export type PathValue =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'resource'; readonly scheme: ResourceScheme; readonly name: string };

// A drive letter is no scheme.
const uri = /^([a-z][a-z0-9+.-]+):(.*)$/is;
const variable = /\$\{([^}]*)\}/g;

/** Checks a path parameter for unknown variables and kinds of resources. */
export function checkPathValue(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(variable)) {
    if (!isOneOf(pathVariables, name)) return `there is no variable "\${${name}}", only ${renderList(pathVariables)}`;
  }
  const [, scheme, name] = uri.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  if (!isOneOf(resourceSchemes, scheme))
    return `"${scheme}:" is not a kind of resource, only ${renderList(resourceSchemes)}`;
  return name === '' ? `"${text}" names no resource` : undefined;
}

/** Reads a path parameter, with its variables filled in. */
export function readPathValue(text: string, values: PathVariables, tool: string): PathValue {
  const problem = checkPathValue(text);
  if (problem !== undefined) throw flowErrors.create('FLOW_CONFIG', { tool, problem });
  const [, scheme, name = ''] = uri.exec(text) ?? [];
  if (scheme !== undefined && isOneOf(resourceSchemes, scheme)) return { kind: 'resource', scheme, name };
  return { kind: 'path', path: text.replaceAll(variable, (_, word: string) => resolveVariable(word, values, tool)) };
}

/** A config with its paths as seen from a folder; resources keep their names. */
export function resolvePaths(schema: ComponentSchema, config: JsonObject, folder: string): JsonObject {
  const placed = Object.entries(schema.properties)
    .filter(([name, property]) => property['x-path'] !== undefined && config[name] !== undefined)
    .map(([name]) => [name, resolveTexts(config[name] ?? null, folder)]);
  return placed.length === 0 ? config : { ...config, ...(Object.fromEntries(placed) as JsonObject) };
}

function resolveTexts(value: Json, folder: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => resolveTexts(item, folder));
  if (typeof value !== 'string' || value === '' || uri.test(value)) return value;
  return resolve(
    folder,
    value.replaceAll('${rootDir}', () => folder),
  );
}

/** Every path in a config, as a JSON pointer and a text. */
export function pathsIn(schema: ComponentSchema, config: JsonObject): (readonly [pointer: string, text: string])[] {
  return Object.entries(schema.properties)
    .filter(([, property]) => property['x-path'] !== undefined)
    .flatMap(([name]) => textsIn(config[name], `/${name}`));
}

function textsIn(value: unknown, pointer: string): (readonly [string, string])[] {
  if (typeof value === 'string') return [[pointer, value]];
  return Array.isArray(value) ? value.flatMap((item, index) => textsIn(item, `${pointer}/${index}`)) : [];
}

function resolveVariable(word: string, values: PathVariables, tool: string): string {
  const value = isOneOf(pathVariables, word) ? values[word] : undefined;
  if (value !== undefined) return value;
  throw flowErrors.create('FLOW_CONFIG', { tool, problem: `"\${${word}}" has no value in this run` });
}

function isOneOf<T extends string>(list: readonly T[], text: string): text is T {
  return (list as readonly string[]).includes(text);
}

function renderList(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
