import { isPlainObject, type JsonObject } from '@helve/core';
import { parametersOf } from './declared.js';

type Node = Record<string, unknown>;

/** What one provider takes, as its own documentation and types say: nothing here is read from the keyword table. */
interface Rules {
  readonly declaration: string;
  readonly keywords?: string;
  readonly parameterName?: RegExp;
  readonly maxDescription?: number;
  readonly node?: (node: Node, isRoot: boolean) => readonly (string | false | undefined)[];
}

const gemini = '[a-zA-Z_][a-zA-Z0-9_]{0,63}';
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

const openaiStrict: Omit<Rules, 'declaration'> = {
  maxDescription: 1024,
  keywords: `type properties required items description title additionalProperties enum const anyOf $ref $defs minimum
    maximum exclusiveMinimum exclusiveMaximum multipleOf pattern format minItems maxItems`,
  node: (node) => [
    ...closedObject(node),
    isObject(node) && missing(node['properties'], node['required']) !== undefined && 'a property is not required',
    !says(node, 'type', '$ref', 'anyOf', 'enum', 'const') && 'it has no type',
    typesOf(node).filter((type) => type !== 'null').length > 1 && 'it has several types',
    typesOf(node).includes('array') && !isPlainObject(node['items']) && 'an array has no items',
    typeof node['format'] === 'string' && !formats.includes(node['format']) && 'the format is not known',
  ],
};

const nativeRules: Omit<Rules, 'declaration'> = {
  parameterName: new RegExp(`^${gemini}$`),
  keywords: `type format title description nullable enum maxItems minItems properties required minProperties
    maxProperties minLength maxLength pattern propertyOrdering items minimum maximum anyOf`,
  node: (node) => [
    !says(node, 'anyOf') &&
      !/^(?:STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT|NULL)$/.test(String(node['type'])) &&
      'it has no type',
    says(node, 'anyOf') && says(node, 'type') && 'a union has a type',
    node['type'] === 'ARRAY' && !isPlainObject(node['items']) && 'an array has no items',
    Array.isArray(node['enum']) &&
      node['enum'].some((value) => typeof value !== 'string' || value === '') &&
      'enum holds no text',
    says(node, 'enum') && node['format'] !== 'enum' && 'enum without its format',
    undeclared(node) !== undefined && 'a required name is not declared',
    Object.keys(node).some((key) => /^(?:min|max)(?:I|L|P)/.test(key) && typeof node[key] !== 'string') &&
      'a count is no text',
    says(node, 'properties') &&
      Object.keys(node['properties'] as Node).join() !==
        (Array.isArray(node['propertyOrdering']) ? node['propertyOrdering'].join() : '') &&
      'the order is not that of the properties',
  ],
};

const rules: Readonly<Record<string, Rules>> = {
  openai: { declaration: 'type function', maxDescription: 1024, node: plainRoot },
  openaiStrict: { declaration: 'type function', ...openaiStrict },
  openaiResponses: { declaration: 'type name description parameters strict', maxDescription: 1024, node: plainRoot },
  openaiResponsesStrict: { declaration: 'type name description parameters strict', ...openaiStrict },
  openaiRealtime: { declaration: 'type name description parameters', maxDescription: 1024, node: plainRoot },
  anthropic: {
    declaration: 'name description input_schema input_examples',
    parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
    node: plainRoot,
  },
  anthropicStrict: {
    declaration: 'name description input_schema strict input_examples',
    parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
    keywords: `type properties required items description title additionalProperties enum const anyOf allOf $ref $defs
      format minItems`,
    node: (node) => [
      ...closedObject(node),
      says(node, '$ref') && Object.keys(node).length > 1 && 'something stands beside a reference',
      Array.isArray(node['type']) && 'it has a list of types',
      !says(node, 'type', '$ref', 'anyOf', 'allOf', 'enum', 'const') && 'it has no type',
      says(node, 'minItems') && Number(node['minItems']) > 1 && 'minItems is above 1',
      typeof node['format'] === 'string' && ![...formats, 'uri'].includes(node['format']) && 'the format is not known',
    ],
  },
  geminiNative: { declaration: 'name description parameters', ...nativeRules },
  geminiLive: { declaration: 'name description parameters behavior', ...nativeRules },
  geminiJsonSchema: {
    declaration: 'name description parametersJsonSchema',
    parameterName: new RegExp(`^${gemini}$`),
    keywords: `$defs $ref type format title description enum items prefixItems minItems maxItems minimum maximum anyOf
      properties additionalProperties required`,
    node: (node) => [
      says(node, '$ref') && Object.keys(node).length > 1 && 'something stands beside a reference',
      typesOf(node).filter((type) => type !== 'null').length > 1 && 'it has several types',
      Array.isArray(node['enum']) &&
        node['enum'].some((value) => !['string', 'number'].includes(typeof value)) &&
        'enum holds other values',
      typeof node['format'] === 'string' &&
        !['date-time', 'date', 'time'].includes(node['format']) &&
        'the format is not known',
    ],
  },
  ollama: { declaration: 'type function', keywords: 'type properties required items enum description' },
  mcp: { declaration: 'name title description inputSchema outputSchema annotations' },
};

/** What a provider would refuse in a declaration; empty when it would take it. */
export function problemsIn(provider: string, declaration: JsonObject): string[] {
  const rule = rules[provider];
  if (rule === undefined) return [`no rules for ${provider}`];
  const body = isPlainObject(declaration['function']) ? declaration['function'] : declaration;
  const strangers = Object.keys(declaration).filter((key) => !rule.declaration.split(' ').includes(key));
  const pattern = provider === 'mcp' ? /^[a-zA-Z0-9_.-]{1,128}$/ : /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;
  return [
    ...strangers.map((key) => `the declaration has "${key}"`),
    ...(pattern.test(textOf(body['name'])) ? [] : ['the name is not safe']),
    ...(textOf(body['description']).length > (rule.maxDescription ?? Infinity) ? ['the description is too long'] : []),
    ...(provider === 'mcp' || !hasParameters(body) ? [] : schemaProblems(rule, parametersOf(declaration), '', true)),
  ];
}

function hasParameters(body: Node): boolean {
  return ['parameters', 'input_schema', 'parametersJsonSchema'].some((key) => says(body, key));
}

function schemaProblems(rule: Rules, schema: unknown, pointer: string, isRoot: boolean): string[] {
  if (!isPlainObject(schema)) return [];
  const allowed = rule.keywords?.split(/\s+/);
  const own = [
    ...Object.keys(schema).filter((key) =>
      allowed === undefined ? /^(?:x-|\$schema|\$comment)/.test(key) : !allowed.includes(key),
    ),
    ...(rule.node?.(schema, isRoot) ?? []).filter((problem) => typeof problem === 'string'),
    ...namesIn(schema).filter((name) => rule.parameterName?.test(name) === false),
    ...(textOf(schema['description']).length > (rule.maxDescription ?? Infinity)
      ? ['the description is too long']
      : []),
  ];
  return [
    ...own.map((problem) => `${pointer}: ${problem}`),
    ...below(schema).flatMap(([path, child]) => schemaProblems(rule, child, pointer + path, false)),
  ];
}

function below(schema: Node): [string, unknown][] {
  const maps = ['properties', '$defs', 'patternProperties', 'anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) =>
    Object.entries(schema[key] ?? {}).map(([name, child]): [string, unknown] => [`/${key}/${name}`, child]),
  );
  return [...maps, ['/items', schema['items']], ['/additionalProperties', schema['additionalProperties']]];
}

function plainRoot(node: Node, isRoot: boolean): (string | false)[] {
  if (!isRoot) return [];
  const unions = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref'].filter((key) => says(node, key));
  return [
    ...unions,
    node['type'] !== 'object' && 'the root is no object',
    !says(node, 'properties') && 'the root has no properties',
  ];
}

function closedObject(node: Node): (string | false)[] {
  return [
    isObject(node) && node['additionalProperties'] !== false && 'an object is not closed',
    undeclared(node) !== undefined && 'a required name is not declared',
  ];
}

function isObject(node: Node): boolean {
  return typesOf(node).includes('object') || says(node, 'properties');
}

function typesOf(node: Node): unknown[] {
  return [node['type'] ?? []].flat();
}

function says(node: Node, ...keywords: readonly string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(node, keyword));
}

function namesIn(node: Node): string[] {
  return Object.keys(node['properties'] ?? {});
}

function missing(properties: unknown, required: unknown): string | undefined {
  const names = Array.isArray(required) ? required : [];
  return Object.keys(properties ?? {}).find((name) => !names.includes(name));
}

function undeclared(node: Node): unknown {
  const names = Array.isArray(node['required']) ? node['required'] : [];
  return names.find((name) => !namesIn(node).includes(String(name)));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
