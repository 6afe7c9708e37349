import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { bodyArgument, type Operation, type OperationParameter, type ParameterPlace } from './open-api-options.js';

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;
const places = ['path', 'query', 'header', 'cookie'] as const satisfies readonly ParameterPlace[];

/** Headers that belong to the request and its connection, not to who calls; OpenAPI says to ignore the first three. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A name that a header may have. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** An operation that cannot be a tool. */
export interface LeftOutOperation {
  readonly operation: string;
  readonly problem: string;
}

/** The operations of a document in its order, and those that cannot be called. */
export interface FoundOperations {
  readonly operations: readonly Operation[];
  readonly leftOut: readonly LeftOutOperation[];
}

/** Reads the operations of an OpenAPI 3.0 or 3.1 document. */
export function readOperations(name: string, document: JsonObject): FoundOperations {
  const version = document['openapi'];
  if (typeof version !== 'string' || !/^3\.[01]\./.test(version))
    throw invalid(name, `its "openapi" is ${JSON.stringify(version) ?? 'missing'}, expected 3.0 or 3.1`);
  const find = (value: unknown) => follow(name, document, value);
  const operations: Operation[] = [];
  const leftOut: LeftOutOperation[] = [];
  for (const [path, found] of Object.entries(toObject(document['paths']))) {
    const item = find(found);
    for (const method of methods) {
      const operation = item[method];
      if (!isPlainObject(operation)) continue;
      const { operationId: id } = operation;
      const read = typeof id === 'string' ? { method, path, shared: item['parameters'], id, operation } : undefined;
      const problem = read === undefined ? 'it has no operationId' : findProblem(read, find);
      if (read !== undefined && problem === undefined) operations.push(readOperation(read, find));
      else leftOut.push({ operation: read?.id ?? `${method.toUpperCase()} ${path}`, problem: problem ?? '' });
    }
  }
  return { operations, leftOut };
}

type Find = (value: unknown) => JsonObject;

interface Found {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Parameters of all operations of the path. */
  readonly shared: Json | undefined;
  readonly operation: JsonObject;
}

/** Says why an operation cannot be called. */
function findProblem({ path, shared, operation }: Found, find: Find): string | undefined {
  const inPath = [...toList(shared), ...toList(operation['parameters'])]
    .map(find)
    .filter((one) => one['in'] === 'path');
  const [, unknown] =
    [...path.matchAll(/\{([^{}]+)\}/g)].find(([, name]) => !inPath.some((one) => one['name'] === name)) ?? [];
  if (unknown !== undefined) return `its path has "{${unknown}}", which no parameter describes`;
  const { content, required } = toObject(operation['requestBody'] === undefined ? {} : find(operation['requestBody']));
  const types = Object.keys(toObject(content));
  if (required !== true || types.length === 0 || types.some(isSendable)) return undefined;
  return `its body is ${types.join(' or ')}, which cannot be sent`;
}

function readOperation({ id, method, path, shared, operation }: Found, find: Find): Operation {
  const { summary, description } = operation;
  const body = readBody(operation['requestBody'], find);
  const output = readOutput(operation['responses'], find);
  return {
    id,
    method: method.toUpperCase(),
    path,
    ...(typeof summary === 'string' ? { title: summary } : {}),
    description: firstText(description, summary) ?? `${method.toUpperCase()} ${path}`,
    parameters: readParameters([...toList(shared), ...toList(operation['parameters'])].map(find)),
    ...(body === undefined ? {} : { body }),
    ...(output === undefined ? {} : { output }),
  };
}

/** The parameters of an operation win over those of its path. */
function readParameters(all: readonly JsonObject[]): readonly OperationParameter[] {
  const byKey = new Map(all.flatMap(toUsable).map((one) => [`${one.place} ${one.name}`, one]));
  const usable = [...byKey.values()];
  const isTaken = (name: string) => name === bodyArgument || usable.filter((one) => one.name === name).length > 1;
  return usable.map(({ name, place, source }) => {
    const { description, explode, style = place === 'query' || place === 'cookie' ? 'form' : 'simple' } = source;
    return {
      name,
      argument: isTaken(name) ? `${place}_${name}` : name,
      place,
      required: place === 'path' || source['required'] === true,
      style: typeof style === 'string' ? style : 'simple',
      explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject',
      schema: { ...(typeof description === 'string' ? { description } : {}), ...schemaOf(source) },
    };
  });
}

interface Usable extends Pick<OperationParameter, 'name' | 'place'> {
  readonly source: JsonObject;
}

/** A parameter with a name and a place; none of those that stand for headers of the request itself. */
function toUsable(source: JsonObject): readonly Usable[] {
  const { name, in: found } = source;
  const place = places.find((one) => one === found);
  if (typeof name !== 'string' || place === undefined) return [];
  const isOwn = place === 'header' && (ownHeaders.has(name.toLowerCase()) || !headerName.test(name));
  return isOwn ? [] : [{ name, place, source }];
}

/** A parameter has a schema, or a content with one. */
function schemaOf(parameter: JsonObject): JsonObject {
  if (isPlainObject(parameter['schema'])) return parameter['schema'];
  const [media] = Object.values(toObject(parameter['content']));
  return toObject(toObject(media)['schema']);
}

function readBody(value: unknown, find: Find): Operation['body'] {
  if (value === undefined) return undefined;
  const { content, required } = find(value);
  const types = Object.keys(toObject(content)).filter(isSendable);
  const contentType = types.find(isJsonType) ?? types.find((type) => type === formType) ?? types[0];
  if (contentType === undefined) return undefined;
  const schema = toObject(toObject(toObject(content)[contentType])['schema']);
  const isStructured = isJsonType(contentType) || contentType === formType;
  return { required: required === true, contentType, schema: isStructured ? schema : { type: 'string' } };
}

/** Files do not stand in arguments, nor do the parts of such a body. */
function isSendable(type: string): boolean {
  return !/^multipart\//i.test(type);
}

export const formType = 'application/x-www-form-urlencoded';

/** The JSON of the first successful response that has some; other content is a text. */
function readOutput(responses: unknown, find: Find): JsonObject | undefined {
  const codes = Object.keys(toObject(responses)).filter((code) => /^2(?:\d\d|XX)$/.test(code));
  const contents = codes.toSorted().map((code) => toObject(find(toObject(responses)[code])['content']));
  // With several kinds of success none is known before.
  const [content, another] = contents;
  const type = Object.keys(content ?? {}).find(isJsonType);
  if (content === undefined || another !== undefined || type === undefined) return undefined;
  const { schema } = toObject(content[type]);
  return isPlainObject(schema) ? schema : undefined;
}

export function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
}

/** Follows local references; a document that points elsewhere would reach what nobody has looked at. */
function follow(name: string, document: JsonObject, value: unknown): JsonObject {
  let found: unknown = value;
  for (let hops = 0; isPlainObject(found) && typeof found['$ref'] === 'string'; hops += 1) {
    const reference = found['$ref'];
    if (!reference.startsWith('#/') || hops > 50) throw invalid(name, `the reference "${reference}" is not followed`);
    found = reference
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, key) => toObject(at)[key], document);
    if (found === undefined) throw invalid(name, `the reference "${reference}" leads nowhere`);
  }
  return toObject(found);
}

function firstText(...texts: readonly unknown[]): string | undefined {
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

function toObject(value: unknown): JsonObject {
  return isPlainObject(value) ? (value as JsonObject) : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function invalid(name: string, problem: string): Error {
  return gatewayErrors.create('GATEWAY_OPENAPI_INVALID', { name, problem });
}
