import { isPlainObject } from '@helve/core';
import type { ToolCard } from '../tool-card.js';
import type { Field } from './weights.js';

/** Deeper parameters say little about what a tool is for. */
const MAX_DEPTH = 6;

export type ToolTexts = { readonly [F in Field]: readonly string[] };

/** Collects the texts of a tool, by field. */
export function toToolTexts({ record, schema }: ToolCard): ToolTexts {
  const parameters: ParameterTexts = { names: [], texts: [] };
  readParameters(schema, parameters, 0);
  const { title, description, docs } = record;
  return {
    name: [record.name],
    tags: record.tags ?? [],
    description: title === undefined ? [description] : [title, description],
    summary: docs?.summary === undefined ? [] : [docs.summary],
    parameterNames: parameters.names,
    parameterTexts: parameters.texts,
  };
}

/** Counts the required numbers of a tool. */
export function requiredNumbers({ schema }: ToolCard): number {
  const { properties, required } = schema;
  if (!isPlainObject(properties) || !Array.isArray(required)) return 0;
  return required.filter((name: unknown) => {
    const parameter = typeof name === 'string' ? properties[name] : undefined;
    if (!isPlainObject(parameter) || 'enum' in parameter || 'default' in parameter) return false;
    return parameter['type'] === 'number' || parameter['type'] === 'integer';
  }).length;
}

interface ParameterTexts {
  readonly names: string[];
  readonly texts: string[];
}

function readParameters(schema: unknown, found: ParameterTexts, depth: number): void {
  if (!isPlainObject(schema) || depth > MAX_DEPTH) return;
  const { properties, items } = schema;
  if (isPlainObject(properties)) {
    for (const [name, parameter] of Object.entries(properties)) {
      found.names.push(name);
      readTexts(parameter, found);
      readParameters(parameter, found, depth + 1);
    }
  }
  readTexts(items, found);
  readParameters(items, found, depth + 1);
  for (const branches of [schema['anyOf'], schema['oneOf'], schema['allOf']]) {
    if (Array.isArray(branches)) for (const branch of branches) readParameters(branch, found, depth + 1);
  }
}

function readTexts(schema: unknown, { texts }: ParameterTexts): void {
  if (!isPlainObject(schema)) return;
  if (typeof schema['description'] === 'string') texts.push(schema['description']);
  if (!Array.isArray(schema['enum'])) return;
  for (const value of schema['enum']) if (typeof value === 'string') texts.push(value);
}
