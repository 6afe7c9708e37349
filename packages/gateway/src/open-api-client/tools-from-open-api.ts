import {
  defineTool,
  findBadName,
  isPlainObject,
  nearestNames,
  toolNameOf,
  type JsonObject,
  type JsonSchemaObject,
  type ToolInvokeContext,
  type ToolPolicy,
  type ToolRecord,
} from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { callOperation } from './call-operation.js';
import { bodyArgument, type OpenApiOptions, type Operation } from './open-api-options.js';
import { readOperations } from './read-operations.js';
import { toJsonSchema } from './to-json-schema.js';

/** Makes a record of every operation of an OpenAPI 3.0 or 3.1 document that has an `operationId`. Nothing is asked before the first call. */
export function toolsFromOpenApi(document: JsonObject, options: OpenApiOptions): readonly ToolRecord[] {
  const { name, url } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalid(name, `"${url}" is no http address`);
  const operations = choose(readOperations(name, document), options);
  const components = componentsOf(document);
  const tools = operations.map((operation) => toRecord(operation, components, options));
  const bad = findBadName(tools);
  if (bad !== undefined) throw invalid(name, `the operation of "${bad.id}" cannot be a tool: ${bad.problem}`);
  return tools;
}

function choose(operations: readonly Operation[], { name, only }: OpenApiOptions): readonly Operation[] {
  if (only === undefined) return operations;
  const ids = operations.map(({ id }) => id);
  const unknown = only.find((id) => !ids.includes(id));
  if (unknown === undefined) return operations.filter(({ id }) => only.includes(id));
  const [near] = nearestNames(unknown, ids);
  const suggestion = near === undefined ? {} : { details: { suggestion: `Did you mean "${near}"?` } };
  throw gatewayErrors.create(
    'GATEWAY_OPENAPI_INVALID',
    { name, problem: `it has no operation "${unknown}"` },
    suggestion,
  );
}

function toRecord(operation: Operation, components: JsonObject, options: OpenApiOptions): ToolRecord {
  const { id: operationId, title, description, method, output } = operation;
  const { name, policy } = options;
  const id = `${name}.${operationId.replaceAll(/[^\w.-]/g, '_')}`;
  return defineTool({
    id,
    name: toolNameOf(id),
    ...(title === undefined ? {} : { title }),
    description,
    policy: { ...policyOf(method), ...policy },
    annotations: { openApi: name },
    inputSchema: toJsonSchema(toInput(operation), components),
    ...(output === undefined ? {} : { outputSchema: toJsonSchema(output, components) }),
    execute: (input: unknown, ctx: ToolInvokeContext) =>
      callOperation(operation, isPlainObject(input) ? input : {}, options, ctx),
  });
}

/** A method that only reads says so; every other may write, and some may be repeated. */
function policyOf(method: string): Partial<ToolPolicy> {
  const effects = ['api-call'] as const;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
    return { effects, category: 'retrieval', sideEffects: 'read_only', idempotent: true };
  return { effects, category: 'action', sideEffects: 'writes', idempotent: method === 'PUT' || method === 'DELETE' };
}

function toInput({ parameters, body }: Operation): JsonSchemaObject {
  const properties = parameters.map(({ argument, schema }) => [argument, schema] as const);
  const required = parameters.filter((one) => one.required).map(({ argument }) => argument);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(body === undefined ? {} : { [bodyArgument]: body.schema }),
    },
    required: [...required, ...(body?.required === true ? [bodyArgument] : [])],
    additionalProperties: false,
  };
}

function componentsOf({ components }: JsonObject): JsonObject {
  const schemas = isPlainObject(components) ? components['schemas'] : undefined;
  return isPlainObject(schemas) ? schemas : {};
}

function invalid(name: string, problem: string): Error {
  return gatewayErrors.create('GATEWAY_OPENAPI_INVALID', { name, problem });
}
