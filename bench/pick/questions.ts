import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JsonSchemaObject, ToolDefinition } from '@helve/core';

export interface LabelledQuestion {
  readonly category: string;
  readonly text: string;
  /** Names of the tools that answer it. */
  readonly gold: readonly string[];
}

export interface PickData {
  readonly tools: readonly ToolDefinition[];
  readonly questions: readonly LabelledQuestion[];
}

const file = join('..', 'shared', 'data', 'pick-bfcl.json');

/** Where the labelled questions are; they belong to others and stay outside of this project. */
export function hasPickData(): boolean {
  return existsSync(file);
}

/** The catalog with its types in JSON Schema's words, and the questions. */
export function loadPickData(): PickData {
  const { tools, questions } = JSON.parse(readFileSync(file, 'utf8'));
  return { tools: tools.map(toDefinition), questions };
}

/** As many tools as asked for: the catalog again and again, each time with names and objects of its own. */
export function manyTools({ tools }: PickData, count: number): readonly ToolDefinition[] {
  return Array.from({ length: count }, (_, at) => {
    const tool = structuredClone(tools[at % tools.length]);
    if (tool === undefined) throw new Error('Cannot make tools of an empty catalog');
    return { ...tool, name: `${tool.name}_${Math.floor(at / tools.length)}` };
  });
}

interface RawTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

function toDefinition({ name, description, parameters }: RawTool): ToolDefinition {
  return { type: 'function', name, description, parameters: toSchema(parameters) };
}

const types: Readonly<Record<string, string>> = {
  dict: 'object',
  HashMap: 'object',
  float: 'number',
  double: 'number',
  long: 'integer',
  tuple: 'array',
  Array: 'array',
  ArrayList: 'array',
  String: 'string',
  char: 'string',
  Boolean: 'boolean',
};

function toSchema(schema: unknown): JsonSchemaObject {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key !== 'type' || typeof value !== 'string') return value;
    return value === 'any' || value === '' ? undefined : (types[value] ?? value);
  });
}
