import { compileJsonSchema, isPlainObject, type Json, type JsonObject } from '@helve/core';
import { ArgumentSource } from './argument-source.js';
import { readProperty, type PropertySchema } from './read-property.js';

/** The declared parts of a tool. */
export interface DeclaredTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** Arguments for a call, and the required ones that the text lacks. */
export interface FilledArguments {
  readonly args: JsonObject;
  readonly missing: readonly string[];
}

/** Reads the arguments of a tool from a sentence, guided by the tool's schema alone. */
export function fillArguments(tool: DeclaredTool, text: string, now: Date): FilledArguments {
  const source = new ArgumentSource(text, now, toolWords(tool));
  const { properties, required } = readObject(tool.inputSchema);
  const args: Record<string, Json> = {};
  const isRequired = (property: PropertySchema) => required.includes(property.name);
  // Unambiguous parameters take their values first; free texts share the rest.
  const rounds = [
    properties.filter((property) => isRequired(property) && !property.isFree),
    properties.filter((property) => !isRequired(property) && !property.isFree),
    properties.filter((property) => isRequired(property) && property.isFree),
    properties.filter((property) => !isRequired(property) && property.isFree),
  ];
  for (const property of rounds.flat()) {
    const value = readProperty(property, source, isRequired(property));
    if (value !== undefined) args[property.name] = value;
  }
  takeRest(source, properties.filter(isRequired), args);
  return check(tool.inputSchema, args, required);
}

interface ObjectSchema {
  readonly properties: readonly PropertySchema[];
  readonly required: readonly string[];
}

function readObject(schema: JsonObject): ObjectSchema {
  const { properties, required } = schema;
  const list = isPlainObject(properties) ? Object.entries(properties) : [];
  return {
    properties: list.map(([name, property]) => toProperty(name, isPlainObject(property) ? property : {}, schema)),
    required: Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [],
  };
}

function toProperty(name: string, rawSchema: Record<string, unknown>, root: JsonObject): PropertySchema {
  const schema = resolve(rawSchema, root);
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  const isFree = type === 'string' && !['enum', 'const', 'format', 'pattern'].some((keyword) => keyword in schema);
  return { name, schema, type: typeof type === 'string' ? type : undefined, isFree };
}

/** Resolves a local reference, or takes the first branch of a union that is not null. */
function resolve(schema: Record<string, unknown>, root: JsonObject): Record<string, unknown> {
  const { $ref, anyOf, oneOf } = schema;
  if (typeof $ref === 'string' && $ref.startsWith('#/$defs/')) {
    const defs = root['$defs'];
    const target = isPlainObject(defs) ? defs[$ref.slice('#/$defs/'.length)] : undefined;
    return isPlainObject(target) && !('$ref' in target) ? target : {};
  }
  const branches = [anyOf, oneOf].find(Array.isArray) ?? [];
  const branch = branches.find((one: unknown) => isPlainObject(one) && one['type'] !== 'null' && !('$ref' in one));
  return isPlainObject(branch) ? { ...schema, ...branch } : schema;
}

/** Gives the rest of the sentence to the only text that is still missing. */
function takeRest(source: ArgumentSource, required: readonly PropertySchema[], args: Record<string, Json>): void {
  const open = required.filter(({ name, isFree, type }) => !(name in args) && (isFree || type === 'array'));
  const [only] = open;
  if (only === undefined || open.length > 1) return;
  const rest = source.rest(required.length === 1);
  if (rest === '') return;
  args[only.name] = only.isFree ? rest : rest.split(/\s*,\s*|\s+and\s+/);
}

/** Keeps only what the schema accepts: a rejected optional argument is left out, a required one is missing. */
function check(schema: JsonObject, args: Record<string, Json>, required: readonly string[]): FilledArguments {
  const verdict = compileJsonSchema(schema).check({ ...args });
  const refused = new Set(verdict.ok ? [] : verdict.issues.map(({ pointer }) => pointer.split('/')[1]));
  for (const name of Object.keys(args)) if (refused.has(name)) delete args[name];
  return { args, missing: required.filter((name) => !(name in args)) };
}

function toolWords({ name, title, description }: DeclaredTool): ReadonlySet<string> {
  const words = `${name} ${title} ${description}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.flatMap((word) => [word, word.replace(/s$/, '')]));
}
