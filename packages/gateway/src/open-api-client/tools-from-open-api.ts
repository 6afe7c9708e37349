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
import { changedParts, definitionDigest, type McpDefinition } from '../mcp-client/mcp-definition.js';
import { callOperation } from './call-operation.js';
import { bodyArgument, type OpenApiOptions, type Operation } from './open-api-options.js';
import { readOperations, type FoundOperations } from './read-operations.js';
import { toJsonSchema } from './to-json-schema.js';

/** Makes a record of every operation of an OpenAPI 3.0 or 3.1 document that has an `operationId`. Nothing is asked before the first call. */
export function toolsFromOpenApi(document: JsonObject, options: OpenApiOptions): readonly ToolRecord[] {
  const { name, url } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalid(name, `"${url}" is no http address`);
  const found = readOperations(name, document);
  const operations = choose(found, options);
  if (options.only === undefined && options.pinned === undefined)
    for (const { operation, problem } of found.leftOut) options.leftOut?.(operation, problem);
  const components = componentsOf(document);
  const described = operations.map((operation) => ({ operation, definition: toDefinition(operation, components) }));
  const tools = (options.pinned ?? described.map(({ definition }) => definition)).map((definition) => {
    const live = described.find(({ operation }) => operation.id === definition.name);
    return toRecord(definition, live, options);
  });
  const bad = findBadName(tools);
  if (bad !== undefined) throw invalid(name, `the operation of "${bad.id}" cannot be a tool: ${bad.problem}`);
  return tools;
}

/** Describes the operations of a document, for somebody to agree to. */
export function definitionsFromOpenApi(
  document: JsonObject,
  options: Pick<OpenApiOptions, 'name' | 'only'>,
): readonly McpDefinition[] {
  const components = componentsOf(document);
  return choose(readOperations(options.name, document), options).map((one) => toDefinition(one, components));
}

function choose(
  { operations, leftOut }: FoundOperations,
  { name, only }: Pick<OpenApiOptions, 'name' | 'only'>,
): readonly Operation[] {
  if (only === undefined) return operations;
  const ids = operations.map(({ id }) => id);
  const unknown = only.find((id) => !ids.includes(id));
  if (unknown === undefined) return operations.filter(({ id }) => only.includes(id));
  const unusable = leftOut.find(({ operation }) => operation === unknown);
  if (unusable !== undefined) throw invalid(name, `the operation "${unknown}" cannot be a tool: ${unusable.problem}`);
  const [near] = nearestNames(unknown, ids);
  const suggestion = near === undefined ? {} : { details: { suggestion: `Did you mean "${near}"?` } };
  throw gatewayErrors.create(
    'GATEWAY_OPENAPI_INVALID',
    { name, problem: `it has no operation "${unknown}"` },
    suggestion,
  );
}

/** Everything that a model reads of an operation, and where its requests go. */
function toDefinition(operation: Operation, components: JsonObject): McpDefinition {
  const { id: name, title, description, method, path, output } = operation;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: toJsonSchema(toInput(operation), components),
    ...(output === undefined ? {} : { outputSchema: toJsonSchema(output, components) }),
    annotations: { method, path },
  };
}

interface Described {
  readonly operation: Operation;
  readonly definition: McpDefinition;
}

function toRecord(definition: McpDefinition, live: Described | undefined, options: OpenApiOptions): ToolRecord {
  const { name: operationId, title, description = operationId, inputSchema, outputSchema, annotations } = definition;
  const { name, policy } = options;
  const id = `${name}.${toIdPart(operationId)}`;
  return defineTool({
    id,
    name: toolNameOf(id),
    ...(title === undefined ? {} : { title }),
    description,
    policy: { ...policyOf(annotations?.['method']), ...policy },
    annotations: { openApi: name },
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    execute: async (input: unknown, ctx: ToolInvokeContext) => {
      const operation = await agreed(id, definition, live, options);
      return callOperation(operation, isPlainObject(input) ? input : {}, options, ctx);
    },
  });
}

/** An operation's part of the id of its tool: nothing in it reads as a path. */
function toIdPart(operationId: string): string {
  return operationId.replaceAll(/[^\w.-]|(?<![\w-])\.|\.(?![\w-])/g, '_');
}

/** The operation as somebody agreed to it; throws for one that is another by now. */
async function agreed(
  toolId: string,
  before: McpDefinition,
  live: Described | undefined,
  { name, approvals }: OpenApiOptions,
): Promise<Operation> {
  if (live !== undefined && definitionDigest(before) === definitionDigest(live.definition)) return live.operation;
  const after = live?.definition;
  const parts = after === undefined ? 'it is gone' : changedParts(before, after).join(', ');
  const approvalId = after && (await approvals?.ask({ server: name, before, after, toolId }));
  if (live !== undefined && approvals !== undefined && approvalId === undefined) return live.operation;
  const details = approvalId === undefined ? {} : { details: { approvalId } };
  throw gatewayErrors.create('GATEWAY_OPENAPI_CHANGED', { name, tool: toolId, parts }, details);
}

/** A method that only reads says so; every other may write, and some may be repeated. */
function policyOf(method: unknown): Partial<ToolPolicy> {
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
