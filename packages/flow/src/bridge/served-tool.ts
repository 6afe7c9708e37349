import type { JsonSchemaObject } from '@helve/core';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { ToolMeta } from '../contract/meta.js';
import { flowErrors } from '../flow-errors.js';
import { schemaFrom } from '../tool/schema-from.js';
import { lazyCheck } from './lazy-check.js';

/** The actions by which a process serves flow tools: what they promise, and one batch through one of them. */
export const FLOW_DESCRIBE = 'flow.describe';
export const FLOW_PROCESS = 'flow.process';

/** A flow tool as the process that has it describes it: the contract, and the schema of the parameters. */
export interface ServedTool {
  readonly meta: ToolMeta;
  readonly schema: JsonSchemaObject;
}

const text: JsonSchemaObject = { type: 'string' };
const texts: JsonSchemaObject = { type: 'array', items: text };
const flag: JsonSchemaObject = { type: 'boolean' };
const ports: JsonSchemaObject = {
  type: 'array',
  items: {
    type: 'object',
    properties: { type: text, side: { enum: ['source', 'target'] }, optional: flag, layer: text },
    required: ['type', 'side'],
    additionalProperties: false,
  },
};

/** Sets that a registry closes are checked there. What needs the whole document or this process is not served. */
const meta: JsonSchemaObject = {
  type: 'object',
  properties: {
    id: text,
    version: { type: 'string', minLength: 1 },
    category: text,
    displayName: text,
    description: text,
    tags: texts,
    aliases: texts,
    requires: { type: 'array', items: { enum: ['target-language', 'credentials', 'network', 'exec'] } },
    cardinality: { enum: ['monolingual', 'bilingual', 'multilingual'] },
    defaultLocale: text,
    consumes: ports,
    produces: ports,
    sideEffects: texts,
    recoverable: flag,
    writesOutput: flag,
    defaultParallelBlocks: { type: 'integer', minimum: 1 },
    mayRemoveCodes: flag,
    capability: { enum: ['annotate', 'translate', 'transform'] },
    shape: { enum: ['one-to-one', 'filter', 'expand'] },
    exec: flag,
    internal: flag,
  },
  required: [
    'id',
    'version',
    'category',
    'displayName',
    'description',
    'cardinality',
    'consumes',
    'produces',
    'capability',
  ],
  additionalProperties: false,
};

const checkAnswer = lazyCheck({
  type: 'object',
  properties: {
    tools: {
      type: 'array',
      items: { type: 'object', properties: { meta, schema: { type: 'object' } }, required: ['meta', 'schema'] },
    },
  },
  required: ['tools'],
});

/** Reads the tools that a process serves; refuses a contract that is incomplete or partly unknown. */
export function readServedTools(
  answer: unknown,
  from: string,
): readonly { readonly meta: ToolMeta; readonly schema: ComponentSchema }[] {
  const result = checkAnswer(answer);
  if (!result.ok) {
    const [issue] = result.issues;
    const problem = `what it says of its flow tools is wrong at "${issue?.pointer ?? ''}": ${issue?.message ?? ''}`;
    throw flowErrors.create('FLOW_REGISTRATION', { name: from, problem });
  }
  const { tools } = answer as { readonly tools: readonly ServedTool[] };
  return tools.map((tool) => ({ meta: tool.meta, schema: schemaFrom(tool.schema, tool.meta) }));
}
