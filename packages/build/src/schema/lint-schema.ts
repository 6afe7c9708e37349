import { getAtPointer, isPlainObject, nearestNames, toPointerToken } from '@helve/core';
import type { ProblemCode } from '../problem/problem-codes.js';
import { inPlaceKeywords, rootKeywords, schemaKeywords } from './schema-keywords.js';

/** A doubtful part of a schema that compiles. */
export interface Lint {
  readonly code: ProblemCode;
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string;
}

const dialect = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** Finds foreign dialects, unknown keywords, an `$id` below the root, and required names that are not declared. */
export function lintSchema(root: Record<string, unknown>): Lint[] {
  const lints: Lint[] = [];
  const { $schema } = root;
  if ($schema !== undefined && !(typeof $schema === 'string' && dialect.test($schema))) {
    const message = `Expected the dialect of JSON Schema 2020-12, got ${JSON.stringify($schema)}`;
    lints.push({ code: 'BUILD_SCHEMA', pointer: '/$schema', message });
  }
  visit(root, '', new Set(declaredIn(root, root)), (schema, pointer, declared) => {
    lints.push(...lintKeywords(schema, pointer), ...lintRequired(schema, pointer, declared));
  });
  return lints;

  /** Visits a schema; `declared` holds the known names of the value it describes. */
  function visit(schema: unknown, pointer: string, declared: ReadonlySet<string>, see: See): void {
    if (!isPlainObject(schema)) return;
    see(schema, pointer, declared);
    for (const [keyword, at, child] of listChildren(schema)) {
      const known = inPlaceKeywords.has(keyword) ? declared : new Set(declaredIn(child, root));
      visit(child, `${pointer}/${at}`, known, see);
    }
  }
}

type See = (schema: Record<string, unknown>, pointer: string, declared: ReadonlySet<string>) => void;

function lintKeywords(schema: Record<string, unknown>, pointer: string): Lint[] {
  return Object.keys(schema).flatMap((keyword): Lint[] => {
    const at = `${pointer}/${toPointerToken(keyword)}`;
    if (keyword === '$id' && pointer !== '') {
      return [{ code: 'BUILD_SCHEMA_ID', pointer: at, message: 'A "$id" is allowed only at the root of a schema' }];
    }
    if (schemaKeywords.has(keyword) || keyword.startsWith('x-')) return [];
    if (pointer === '' && rootKeywords.has(keyword)) return [];
    const [near] = nearestNames(keyword, schemaKeywords.keys());
    const hint = near === undefined ? {} : { hint: `Did you mean "${near}"?` };
    return [{ code: 'BUILD_SCHEMA_KEYWORD', pointer: at, message: `Unknown keyword "${keyword}"`, ...hint }];
  });
}

function lintRequired(schema: Record<string, unknown>, pointer: string, declared: ReadonlySet<string>): Lint[] {
  const { required } = schema;
  if (!Array.isArray(required) || declared.has(anything)) return [];
  return required.flatMap((name: unknown, index): Lint[] => {
    if (typeof name !== 'string' || declared.has(name)) return [];
    const [near] = nearestNames(name, declared);
    const hint = near === undefined ? {} : { hint: `Did you mean "${near}"?` };
    const message = `"${name}" is required, but not declared in "properties"`;
    return [{ code: 'BUILD_SCHEMA_REQUIRED', pointer: `${pointer}/required/${index}`, message, ...hint }];
  });
}

/** Stands for all names, where a schema has a rule for names it does not list. */
const anything = '*';

/** Collects the names that a schema and its branches declare for one value, following local references. */
function declaredIn(schema: unknown, root: unknown, seen = new Set<unknown>()): string[] {
  if (!isPlainObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const { properties, patternProperties, additionalProperties, unevaluatedProperties, $ref, $dynamicRef } = schema;
  const names = isPlainObject(properties) ? Object.keys(properties) : [];
  const open = [additionalProperties, unevaluatedProperties].some((rule) => rule !== undefined && rule !== false);
  if (open || isPlainObject(patternProperties) || $dynamicRef !== undefined) names.push(anything);
  if (typeof $ref === 'string') names.push(...declaredIn(follow($ref, root), root, seen));
  for (const [keyword, , child] of listChildren(schema)) {
    if (inPlaceKeywords.has(keyword)) names.push(...declaredIn(child, root, seen));
  }
  return names;
}

function follow(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : { additionalProperties: true };
  return getAtPointer(root, reference.slice(1).replace(/(?:%[0-9a-f]{2})+/gi, decoded));
}

function decoded(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

/** Yields the schemas directly below one: keyword, pointer from it, schema. */
function* listChildren(schema: Record<string, unknown>): Generator<[string, string, unknown]> {
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = schemaKeywords.get(keyword);
    if (shape === 'schema') yield [keyword, keyword, value];
    if (shape === 'list' && Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield [keyword, `${keyword}/${index}`, item];
    }
    if (shape === 'map' && isPlainObject(value)) {
      for (const [name, item] of Object.entries(value)) yield [keyword, `${keyword}/${toPointerToken(name)}`, item];
    }
  }
}
