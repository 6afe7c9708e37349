import type { JsonSchema, ToolContract } from '@helve/core';
import type { Route } from '../../http/route.js';
import { apiOperations, type ApiOperation } from './api-operations.js';
import { apiSchemas } from './api-schemas.js';

/** A description of the API in OpenAPI 3.1. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly [part: string]: unknown;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly [part: string]: unknown;
}

const jsonType = 'application/json';
const eventType = 'text/event-stream';
const problem = {
  description: 'Refused',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const events = { [eventType]: { schema: { type: 'string' } } };

/** What a client may say of a call besides its input. */
const callHeaders = [
  header('idempotency-key', 'With the same key and input, the call is made once and answered the same'),
  header('x-session-id', 'What belongs together; a caller without a name needs one for an idempotency key'),
  header('x-request-id', 'By which the trail knows the call'),
];

/** The addresses of a door, with one for each of these tools: its input and its output as it declares them. */
export function toOpenApi(
  contracts: readonly ToolContract[],
  version: string,
  routes: readonly Pick<Route, 'method' | 'path'>[],
  secured: boolean,
): OpenApi {
  const here = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const seen = new Map(contracts.map((contract) => [contract.id, contract]));
  const fixed = apiOperations.filter(
    ({ method, path, tool }) => here.has(`${method} ${path}`) && (tool === undefined || seen.has(tool)),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Helve', version, description: 'Every tool of this gateway, and what goes with calling them.' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    ...(secured ? { security: [{ bearer: [] }] } : {}),
    paths: group([...fixed.map((operation) => toFixed(operation, seen)), ...contracts.map(toToolCall)]),
    components: {
      schemas: apiSchemas,
      ...(secured ? { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } : {}),
    },
  };
}

type Placed = readonly [path: string, method: string, operation: OpenApiOperation];

function group(operations: readonly Placed[]): OpenApi['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [path, method, operation] of operations) paths[path] = { ...paths[path], [method]: operation };
  return paths;
}

function toFixed(operation: ApiOperation, seen: ReadonlyMap<string, ToolContract>): Placed {
  const { method, path, summary, tool = '', body, query = {} } = operation;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string' },
    })),
    ...(path.endsWith('/call') ? callHeaders : []),
  ];
  const placed: OpenApiOperation = {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    tags: [path.split('/')[2] ?? 'gateway'],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [jsonType]: { schema: bodyOf(body, path, seen.get(tool)) } } } }),
    responses: { [operation.status ?? 200]: toAnswer(operation), default: problem },
  };
  return [path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase(), placed];
}

function toAnswer({ answer, summary, alsoEvents = false }: ApiOperation): object {
  if (answer === 'nothing') return { description: summary };
  const streamed = alsoEvents ? events : {};
  return { description: summary, content: { ...contentOf(answer), ...streamed } };
}

function contentOf(answer: Exclude<ApiOperation['answer'], 'nothing'>): object {
  if (answer === 'events') return events;
  if (answer === 'text') return { '*/*': { schema: {} } };
  if (answer === 'html') return { 'text/html': { schema: { type: 'string' } } };
  return { [jsonType]: { schema: schemaOf(answer) } };
}

function bodyOf(body: NonNullable<ApiOperation['body']>, path: string, tool: ToolContract | undefined): object {
  return body === 'input' ? Object(rooted(tool?.inputSchema ?? {}, `route:${path}`)) : schemaOf(body);
}

function schemaOf(schema: Exclude<NonNullable<ApiOperation['body']>, 'input'>): object {
  return typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema;
}

function toToolCall({ id, title, name, description, inputSchema, outputSchema }: ToolContract): Placed {
  const operation: OpenApiOperation = {
    operationId: `call.${id}`,
    summary: title ?? name,
    description,
    tags: ['call'],
    parameters: callHeaders,
    requestBody: {
      required: true,
      content: { [jsonType]: { schema: rooted(inputSchema, `tool:${encodeURIComponent(id)}:input`) } },
    },
    responses: {
      200: {
        description: 'The result',
        content: { [jsonType]: { schema: successOf(outputSchema, id) }, ...events },
      },
      default: {
        description: 'The call failed or was refused; or the door refused the request',
        content: {
          [jsonType]: { schema: { $ref: '#/components/schemas/Envelope' } },
          ...problem.content,
        },
      },
    },
  };
  return [`/v1/tools/${encodeURIComponent(id)}/call`, 'post', operation];
}

function successOf(outputSchema: JsonSchema | undefined, id: string): object {
  const envelope = { $ref: '#/components/schemas/Envelope' };
  if (outputSchema === undefined) return envelope;
  return { allOf: [envelope, { properties: { data: rooted(outputSchema, `tool:${encodeURIComponent(id)}:output`) } }] };
}

/** A schema with a name of its own, so that `#/$defs/…` in it means its own definitions and not those of this document. */
function rooted(schema: JsonSchema, name: string): JsonSchema {
  if (typeof schema === 'boolean' || schema.$id !== undefined) return schema;
  return { $id: `urn:helve:${name}`, ...schema };
}

function header(name: string, description: string): object {
  return { name, in: 'header', description, schema: { type: 'string', maxLength: 256 } };
}
