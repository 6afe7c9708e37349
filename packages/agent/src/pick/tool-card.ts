import {
  digest,
  getDefinition,
  isPlainObject,
  toContract,
  toJsonSchema,
  type JsonSchemaObject,
  type ToolClass,
  type ToolContract,
  type ToolDefinition,
  type ToolRecord,
} from '@helve/core';
import { agentErrors } from '../agent-errors.js';

/** A tool in any form that can be chosen from: a record, a decorated class, or a definition alone. */
export type PickableTool = ToolRecord | ToolClass | ToolDefinition;

/** One tool of a catalog: the tool as it was given, and everything read from it. */
export class ToolCard<Tool extends PickableTool = PickableTool> {
  readonly tool: Tool;
  /** Its index in the order of registration. */
  readonly at: number;
  readonly record: ToolRecord;
  /** True when it may be offered by default: it has a schema, and nobody marked it as unsafe. */
  readonly safe: boolean;
  #schema: JsonSchemaObject | undefined;
  #contract: ToolContract | undefined;
  #digest: string | undefined;

  constructor(tool: Tool, at: number) {
    this.tool = tool;
    this.at = at;
    const definition = findDefinition(tool, at);
    this.record = definition === undefined ? asRecord(tool, at) : fromDefinition(definition);
    const described = definition === undefined ? isObject(this.record.inputSchema) : definition.parameters;
    this.safe =
      Boolean(described) && this.record.noSchemaMode === undefined && this.record.annotations?.['safe'] !== false;
  }

  get name(): string {
    return this.record.name;
  }

  /** The JSON Schema of its input, not copied. */
  get schema(): JsonSchemaObject {
    this.#schema ??= toSchema(this.record);
    return this.#schema;
  }

  /** The tool as plain data, for filters and scorers. */
  get contract(): ToolContract {
    this.#contract ??= toContract(this.record);
    return this.#contract;
  }

  /** Equal for tools with equal texts. */
  get digest(): string {
    this.#digest ??= digest(this.contract);
    return this.#digest;
  }
}

function toSchema({ inputSchema }: ToolRecord): JsonSchemaObject {
  // A record from plain JavaScript may lack it.
  if (!isObject(inputSchema)) return { type: 'object' };
  return '~standard' in inputSchema ? toJsonSchema(inputSchema, 'input') : inputSchema;
}

function findDefinition(tool: PickableTool, at: number): ToolDefinition | undefined {
  if (typeof tool !== 'function') return isDefinition(tool) ? tool : undefined;
  const definition = getDefinition(tool);
  if (definition === undefined) throw unreadable(at, `the class "${tool.name}" is not decorated with @Tool`);
  return definition;
}

function isDefinition(tool: PickableTool): tool is ToolDefinition {
  return isObject(tool) && !('execute' in tool) && 'type' in tool && typeof tool.name === 'string';
}

function asRecord(tool: PickableTool, at: number): ToolRecord {
  if (isObject(tool) && 'execute' in tool && typeof tool.name === 'string') return tool;
  throw unreadable(at, 'it is not a class, record or definition of a tool');
}

/** Creates a record to read, never to run. */
function fromDefinition(definition: ToolDefinition): ToolRecord {
  const { name, description, parameters, policy, tags, annotations, noSchemaMode } = definition;
  return {
    id: name,
    name,
    description: description ?? '',
    inputSchema: isPlainObject(parameters) ? toLongForm(parameters) : { type: 'object' },
    hooksByStage: {},
    ...(policy === undefined ? {} : { policy }),
    ...(tags === undefined ? {} : { tags }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(noSchemaMode === undefined || parameters !== undefined ? {} : { noSchemaMode }),
    execute: () => undefined,
  };
}

/** Expands the short form of parameters: the properties themselves, beside a list of the required ones. */
function toLongForm(parameters: Record<string, unknown>): JsonSchemaObject {
  const { type, properties, $ref, anyOf, oneOf, allOf, required, ...names } = parameters;
  const long = typeof type === 'string' || isPlainObject(properties) || typeof $ref === 'string';
  if (long || [anyOf, oneOf, allOf].some(Array.isArray)) return parameters;
  const all = Object.entries({ ...names, ...objects({ type, properties, $ref, anyOf, oneOf, allOf }) });
  const shorts = all.filter((entry): entry is [string, JsonSchemaObject] => isPlainObject(entry[1]));
  return {
    type: 'object',
    properties: Object.fromEntries(shorts),
    ...(Array.isArray(required) ? { required: required.filter((name) => typeof name === 'string') } : {}),
  };
}

/** Keeps members that are objects: a parameter may have the name of a keyword. */
function objects(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isPlainObject(value)));
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function unreadable(at: number, problem: string): Error {
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action: `pick from tool ${at}`, problem });
}
