import type { JsonSchema, JsonSchemaObject, NameMap, ToolContract } from '@helve/core';
import { startTokenHeader } from '../../auth/start-token.js';
import type { Route } from '../../http/route.js';
import { apiOperations, type ApiOperation } from './api-operations.js';
import { apiSchemas } from './api-schemas.js';
import { createComponents, type Components } from './components.js';

/** A description of the API in OpenAPI 3.1. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Components['schemas']; readonly [part: string]: unknown };
  readonly [part: string]: unknown;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly [part: string]: unknown;
}

const jsonType = 'application/json';
const eventType = 'text/event-stream';
const problem = {
  description: 'Refused',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const events = { [eventType]: { schema: { type: 'string' } } };

/** Headers that a client may send with a call. */
const callHeaders = [
  header('idempotency-key', 'With the same key and input, the call is made once and answered the same'),
  header('x-session-id', 'What belongs together; a caller without a name needs one for an idempotency key'),
  header('x-request-id', 'By which the trail knows the call'),
];

/** Facts that an OpenAPI document is made of, beside the tools. */
export interface Described {
  readonly routes: readonly Pick<Route, 'method' | 'path'>[];
  /** Authentication scheme: a key or token, or the optional start token. */
  readonly security: 'bearer' | 'start-token';
  /** A name for each tool that programs can be made of. */
  readonly toNames: (ids: readonly string[]) => NameMap;
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  startToken: { type: 'apiKey', in: 'header', name: startTokenHeader },
} as const;

const tagDescriptions: { readonly [tag: string]: string } = {
  gateway: 'How the gateway is',
  tools: 'Which tools there are',
  call: 'Each tool, with its own input and output',
  approvals: 'What waits for a person',
  trail: 'Records of calls',
  flows: 'Flows',
  runs: 'Runs of flows',
  workers: 'Workers',
  sessions: 'Conversations with a model',
};

/** The addresses of a door, with one for each of these tools: its input and its output as it declares them. */
export function toOpenApi(
  contracts: readonly ToolContract[],
  version: string,
  { routes, security, toNames }: Described,
): OpenApi {
  const here = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const seen = new Map(contracts.map((contract) => [contract.id, contract]));
  const fixed = apiOperations.filter(
    ({ method, path, tool }) => here.has(`${method} ${path}`) && (tool === undefined || seen.has(tool)),
  );
  const components = createComponents(apiSchemas);
  components.add('Envelope', apiSchemas.Envelope);
  const names = toNames(contracts.map(({ id }) => id));
  const schemasById = new Map(contracts.map((contract) => [contract.id, addTool(components, contract, names)]));
  const operations = [
    ...fixed.map((operation) => toFixed(operation, schemasById)),
    ...contracts.map((contract) => toToolCall(contract, names, schemasById)),
  ];
  const tags = new Set(operations.flatMap(([, , operation]) => operation.tags));
  return {
    openapi: '3.1.0',
    info: { title: 'Helve', version, description: 'Every tool of this gateway, and what goes with calling them.' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/', description: 'This gateway' }],
    security: security === 'bearer' ? [{ bearer: [] }] : [{}, { startToken: [] }],
    tags: [...tags].map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths: group(operations),
    components: {
      schemas: components.schemas,
      securitySchemes:
        security === 'bearer' ? { bearer: securitySchemes.bearer } : { startToken: securitySchemes.startToken },
    },
  };
}

/** References to the schemas of a tool. */
interface ToolSchemas {
  readonly input: JsonSchema;
  readonly output: JsonSchema | undefined;
}

function addTool(components: Components, { id, inputSchema, outputSchema }: ToolContract, names: NameMap): ToolSchemas {
  const base = `tool_${names[id] ?? id}`;
  return {
    input: components.add(`${base}_input`, inputSchema),
    output: outputSchema === undefined ? undefined : components.add(`${base}_output`, outputSchema),
  };
}

type SchemasOf = ReadonlyMap<string, ToolSchemas>;

type Placed = readonly [path: string, method: string, operation: OpenApiOperation];

function group(operations: readonly Placed[]): OpenApi['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [path, method, operation] of operations) paths[path] = { ...paths[path], [method]: operation };
  return paths;
}

function toFixed(operation: ApiOperation, schemasById: SchemasOf): Placed {
  const { id, method, path, summary, tool = '', body, query = {} } = operation;
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
    operationId: id,
    summary,
    tags: [toTag(path)],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [jsonType]: { schema: toBody(body, schemasById.get(tool)) } } } }),
    responses: { [operation.status ?? 200]: toAnswer(operation), '4XX': problem, default: problem },
  };
  return [path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase(), placed];
}

function toAnswer({ answer, summary, alsoEvents = false }: ApiOperation): object {
  if (answer === 'nothing') return { description: summary };
  const streamed = alsoEvents ? events : {};
  return { description: summary, content: { ...toContent(answer), ...streamed } };
}

function toContent(answer: Exclude<ApiOperation['answer'], 'nothing'>): object {
  if (answer === 'events') return events;
  if (answer === 'text') return { '*/*': { schema: {} } };
  if (answer === 'html') return { 'text/html': { schema: { type: 'string' } } };
  return { [jsonType]: { schema: toSchema(answer) } };
}

function toBody(body: NonNullable<ApiOperation['body']>, tool: ToolSchemas | undefined): JsonSchema {
  return body === 'input' ? (tool?.input ?? {}) : toSchema(body);
}

/** `/v1/tools/…` is about tools; what stands beside `/v1` is about the gateway. */
function toTag(path: string): string {
  const [, first, second = ''] = path.split('/');
  return first === 'v1' && Object.hasOwn(tagDescriptions, second) ? second : 'gateway';
}

function toSchema(schema: Exclude<NonNullable<ApiOperation['body']>, 'input'>): JsonSchemaObject {
  return typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema;
}

function toToolCall({ id, title, name, description }: ToolContract, names: NameMap, schemasById: SchemasOf): Placed {
  const { input = {}, output } = schemasById.get(id) ?? {};
  const operation: OpenApiOperation = {
    operationId: `call_${names[id] ?? id}`,
    summary: title ?? name,
    description,
    tags: ['call'],
    parameters: callHeaders,
    requestBody: {
      required: true,
      content: { [jsonType]: { schema: input } },
    },
    responses: {
      200: {
        description: 'The result',
        content: { [jsonType]: { schema: toSuccess(output) }, ...events },
      },
      '4XX': failure,
      default: failure,
    },
  };
  return [`/v1/tools/${encodeURIComponent(id)}/call`, 'post', operation];
}

const envelope = { $ref: '#/components/schemas/Envelope' };
const failure = {
  description: 'The call failed or was refused; or the door refused the request',
  content: { [jsonType]: { schema: envelope }, ...problem.content },
};

function toSuccess(output: JsonSchema | undefined): JsonSchemaObject {
  if (output === undefined) return envelope;
  return { allOf: [envelope, { type: 'object', properties: { data: output } }] };
}

function header(name: string, description: string): object {
  return { name, in: 'header', description, schema: { type: 'string', maxLength: 256 } };
}
