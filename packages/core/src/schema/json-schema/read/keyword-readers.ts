import { isPlainObject } from '../../../json/is-plain-object.js';
import { nearestNames } from '../../../errors/nearest-name.js';
import { compilePattern } from '../../pattern/compile-pattern.js';
import { copyJson } from '../../../json/copy-json.js';
import { quoteValue } from '../rule/describe-value.js';
import type { PatternMember, SchemaNode } from './schema-node.js';

/** Everything that a keyword's reader may do besides filling its node. */
export interface NodeReading {
  readonly node: SchemaNode;
  /** As it was written. */
  readonly written: Readonly<Record<string, unknown>>;
  /** Notes a problem at a keyword of the node, or deeper. */
  problem(path: readonly (string | number)[], message: string, suggestion?: string): void;
  /** Reads the subschema that stands at a path below the node. */
  child(schema: unknown, path: readonly (string | number)[]): SchemaNode;
  /** Remembers a reference, to be linked when everything is read. */
  reference(keyword: '$ref' | '$dynamicRef', target: string): void;
}

/** Checks the value of one keyword and puts it, typed, on the node. */
export type KeywordReader = (value: unknown, reading: NodeReading) => void;

type FieldsOf<T> = { [K in keyof SchemaNode]-?: T extends SchemaNode[K] ? K : never }[keyof SchemaNode];
type NodeField = Exclude<FieldsOf<SchemaNode>, 'ref'>;
type ListField = Exclude<FieldsOf<SchemaNode[]>, 'enum'>;
type MapField = FieldsOf<ReadonlyMap<string, SchemaNode>>;
type NumberField = Exclude<FieldsOf<number>, 'id'>;

const jsonTypes = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

const core: Record<string, KeywordReader> = {
  $ref: reference('$ref'),
  $dynamicRef: reference('$dynamicRef'),
  $anchor: anchor('$anchor'),
  $dynamicAnchor: anchor('$dynamicAnchor'),
  $defs: definitions('$defs'),
  definitions: definitions('definitions'),
};

const applicator: Record<string, KeywordReader> = {
  allOf: schemas('allOf'),
  anyOf: schemas('anyOf'),
  oneOf: schemas('oneOf'),
  prefixItems: schemas('prefixItems'),
  not: schema('not', 'not'),
  if: schema('if', 'condition'),
  then: schema('then', 'whenMet'),
  else: schema('else', 'whenUnmet'),
  items: schema('items', 'items'),
  contains: schema('contains', 'contains'),
  additionalProperties: schema('additionalProperties', 'additionalProperties'),
  propertyNames: schema('propertyNames', 'propertyNames'),
  properties: schemaMap('properties'),
  dependentSchemas: schemaMap('dependentSchemas'),
  patternProperties: readPatternProperties,
};

const unevaluated: Record<string, KeywordReader> = {
  unevaluatedItems: schema('unevaluatedItems', 'unevaluatedItems'),
  unevaluatedProperties: schema('unevaluatedProperties', 'unevaluatedProperties'),
};

const validation: Record<string, KeywordReader> = {
  type: readType,
  enum: readEnum,
  const: (value, { node }) => (node.const = { value: copyJson(value) }),
  multipleOf: number('multipleOf', 'a number greater than 0', (value) => value > 0),
  maximum: number('maximum', 'a number', Number.isFinite),
  exclusiveMaximum: number('exclusiveMaximum', 'a number', Number.isFinite),
  minimum: number('minimum', 'a number', Number.isFinite),
  exclusiveMinimum: number('exclusiveMinimum', 'a number', Number.isFinite),
  maxLength: count('maxLength'),
  minLength: count('minLength'),
  maxItems: count('maxItems'),
  minItems: count('minItems'),
  maxContains: count('maxContains'),
  minContains: count('minContains'),
  maxProperties: count('maxProperties'),
  minProperties: count('minProperties'),
  pattern: readPattern,
  uniqueItems: readUniqueItems,
  required: readRequired,
  dependentRequired: readDependentRequired,
};

const metaData: Record<string, KeywordReader> = {
  default: (value, { node }) => (node.default = { value: copyJson(value) }),
};

const format: Record<string, KeywordReader> = {
  format: (value, { node, problem }) => {
    if (typeof value === 'string') node.format = value;
    else problem(['format'], mustBe('format', 'a string', value));
  },
};

const content: Record<string, KeywordReader> = {
  contentSchema: (value, { child }) => void child(value, ['contentSchema']),
};

const vocabularies: Record<string, Record<string, KeywordReader>> = {
  core,
  applicator,
  unevaluated,
  validation,
  'meta-data': metaData,
  'format-annotation': format,
  'format-assertion': format,
  content,
};

const vocabularyBase = 'https://json-schema.org/draft/2020-12/vocab/';

/** Every keyword we understand; the rest of a schema is annotation. */
export const allKeywords: ReadonlyMap<string, KeywordReader> = new Map(
  Object.values(vocabularies).flatMap((vocabulary) => Object.entries(vocabulary)),
);

/** The keywords that a metaschema's `$vocabulary` turns on. */
export function keywordsOf(vocabulary: Record<string, unknown>): ReadonlyMap<string, KeywordReader> {
  const names = Object.keys(vocabularies).filter(
    (name) => name === 'core' || Object.hasOwn(vocabulary, vocabularyBase + name),
  );
  return new Map(names.flatMap((name) => Object.entries(vocabularies[name] ?? {})));
}

function mustBe(keyword: string, wanted: string, value: unknown): string {
  return `"${keyword}" must be ${wanted}, got ${quoteValue(value)}`;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function reference(keyword: '$ref' | '$dynamicRef'): KeywordReader {
  return (value, reading) => {
    if (typeof value === 'string') reading.reference(keyword, value);
    else reading.problem([keyword], mustBe(keyword, 'a URI reference', value));
  };
}

function anchor(keyword: '$anchor' | '$dynamicAnchor'): KeywordReader {
  return (value, { node, problem }) => {
    if (typeof value !== 'string' || !/^[A-Za-z_][-A-Za-z0-9._]*$/.test(value)) {
      problem([keyword], mustBe(keyword, 'a name of letters, digits, "-", "_" and "."', value));
      return;
    }
    const { anchors, dynamicAnchors } = node.resource;
    if (!anchors.has(value)) anchors.set(value, node);
    if (keyword === '$dynamicAnchor') dynamicAnchors.set(value, node);
  };
}

function definitions(keyword: string): KeywordReader {
  return (value, reading) => void readMap(keyword, value, reading);
}

function schema(keyword: string, field: NodeField): KeywordReader {
  return (value, { node, child }) => {
    node[field] = child(value, [keyword]);
  };
}

function schemas(keyword: ListField): KeywordReader {
  return (value, { node, child, problem }) => {
    if (Array.isArray(value) && value.length > 0) node[keyword] = value.map((item, at) => child(item, [keyword, at]));
    else problem([keyword], mustBe(keyword, 'a non-empty array of schemas', value));
  };
}

function schemaMap(keyword: MapField): KeywordReader {
  return (value, reading) => {
    reading.node[keyword] = readMap(keyword, value, reading);
  };
}

function readMap(keyword: string, value: unknown, { child, problem }: NodeReading): Map<string, SchemaNode> {
  const nodes = new Map<string, SchemaNode>();
  if (!isPlainObject(value)) problem([keyword], mustBe(keyword, 'an object of schemas', value));
  else
    for (const name of Object.keys(value))
      if (value[name] !== undefined) nodes.set(name, child(value[name], [keyword, name]));
  return nodes;
}

function readPatternProperties(value: unknown, reading: NodeReading): void {
  const members: PatternMember[] = [];
  for (const [source, node] of readMap('patternProperties', value, reading)) {
    const compiled = compilePattern(source);
    if (compiled.kind === 'pattern') members.push({ pattern: compiled.pattern, node });
    else reading.problem(['patternProperties', source], compiled.problem);
  }
  reading.node.patternProperties = members;
}

function number(keyword: NumberField, wanted: string, fits: (value: number) => boolean): KeywordReader {
  return (value, { node, problem }) => {
    if (typeof value === 'number' && Number.isFinite(value) && fits(value)) node[keyword] = value;
    else problem([keyword], mustBe(keyword, wanted, value));
  };
}

function count(keyword: NumberField): KeywordReader {
  return number(keyword, 'a non-negative integer', (value) => Number.isInteger(value) && value >= 0);
}

function readType(value: unknown, { node, problem }: NodeReading): void {
  const types: unknown[] = Array.isArray(value) ? value : [value];
  if (types.length === 0) problem(['type'], mustBe('type', 'a type name or a non-empty array of them', value));
  for (const [at, type] of types.entries()) {
    if (typeof type === 'string' && jsonTypes.includes(type)) continue;
    const near = typeof type === 'string' ? nearestNames(type, jsonTypes, 1)[0] : undefined;
    const path = Array.isArray(value) ? ['type', at] : ['type'];
    const message = `Unknown type ${quoteValue(type)}: "type" is one of ${jsonTypes.join(', ')}`;
    problem(path, message, near === undefined ? undefined : `Did you mean "${near}"?`);
  }
  node.types = types.filter((type) => typeof type === 'string');
}

function readEnum(value: unknown, { node, problem }: NodeReading): void {
  if (Array.isArray(value)) node.enum = value.map(copyJson);
  else problem(['enum'], mustBe('enum', 'an array', value));
}

function readPattern(value: unknown, { node, written, problem }: NodeReading): void {
  if (typeof value !== 'string') return problem(['pattern'], mustBe('pattern', 'a string', value));
  const compiled = compilePattern(value);
  if (compiled.kind === 'refused') return problem(['pattern'], compiled.problem);
  node.pattern = compiled.pattern;
  if (compiled.kind === 'pattern') return;
  const { maxChars, problem: why } = compiled;
  const { maxLength } = written;
  if (!(typeof maxLength === 'number' && maxLength <= maxChars))
    problem(['pattern'], `${why}: write it without, or give a "maxLength" of at most ${maxChars} beside it`);
}

function readUniqueItems(value: unknown, { node, problem }: NodeReading): void {
  if (typeof value === 'boolean') node.uniqueItems = value;
  else problem(['uniqueItems'], mustBe('uniqueItems', 'a boolean', value));
}

function readRequired(value: unknown, { node, problem }: NodeReading): void {
  if (isStrings(value)) node.required = [...new Set(value)];
  else problem(['required'], mustBe('required', 'an array of strings', value));
}

function readDependentRequired(value: unknown, { node, problem }: NodeReading): void {
  const names = new Map<string, readonly string[]>();
  if (!isPlainObject(value)) {
    problem(['dependentRequired'], mustBe('dependentRequired', 'an object of string arrays', value));
    return;
  }
  for (const [name, needed] of Object.entries(value)) {
    if (isStrings(needed)) names.set(name, [...needed]);
    else problem(['dependentRequired', name], mustBe(name, 'an array of strings', needed));
  }
  node.dependentRequired = names;
}
