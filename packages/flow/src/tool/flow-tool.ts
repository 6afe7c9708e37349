import type { JsonObject } from '@helve/core';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { ToolMeta } from '../contract/meta.js';
import type { BarrierTool, BlockHandler, FlowTool, OtherHandlers } from '../contract/tool.js';
import { flowErrors } from '../flow-errors.js';
import { BaseTool, findBlockHandlers } from './base-tool.js';

type NoBlockHandler = { readonly annotate?: never; readonly translate?: never; readonly transform?: never };
type Barrier = Pick<BarrierTool, 'collect' | 'snapshot' | 'reduce' | 'merge'>;
type NoBarrier = { readonly [method in keyof Barrier]?: never };

/** A flow tool as a literal: what it promises, its parameters, and at most one way to handle blocks. */
export type FlowToolDefinition<Config extends JsonObject = JsonObject> = {
  readonly meta: ToolMeta;
  readonly schema: ComponentSchema;
} & (BlockHandler<Config> | NoBlockHandler) &
  OtherHandlers<Config> &
  Pick<FlowTool, 'joinReports' | 'mergeReports'> &
  (Barrier | NoBarrier);

const methods = [
  'annotate',
  'translate',
  'transform',
  'handleData',
  'handleMedia',
  'handleLayer',
  'handleGroup',
  'joinReports',
  'mergeReports',
  'collect',
  'snapshot',
  'reduce',
  'merge',
] as const satisfies readonly (keyof FlowToolDefinition)[];

/** Makes a tool of a literal. One with `collect`, `snapshot` and `merge` waits at a barrier. */
export function flowTool<Config extends JsonObject = JsonObject>(
  definition: FlowToolDefinition<Config>,
): BaseTool<Config> {
  const problem = findProblem(definition);
  if (problem !== undefined) throw flowErrors.create('FLOW_REGISTRATION', { name: definition.meta.id, problem });
  return new LiteralTool<Config>(definition);
}

function findProblem(definition: FlowToolDefinition<never>): string | undefined {
  const names = findBlockHandlers(definition);
  if (names.length > 1) return `it has more than one block handler: ${names.join(', ')}`;
  const lacks = (['collect', 'snapshot', 'merge'] as const).filter((name) => definition[name] === undefined);
  if (lacks.length > 0 && (lacks.length < 3 || definition.meta.barrier !== undefined)) {
    return `it waits at a barrier and lacks ${lacks.join(', ')}`;
  }
  return undefined;
}

class LiteralTool<Config extends JsonObject> extends BaseTool<Config> {
  readonly meta: ToolMeta;
  readonly #schema: ComponentSchema;

  constructor(definition: FlowToolDefinition<Config>) {
    super();
    this.meta = definition.meta;
    this.#schema = definition.schema;
    // Bound, so that methods of the literal find each other.
    for (const name of methods) {
      const method: unknown = definition[name];
      if (typeof method === 'function') Object.defineProperty(this, name, { value: method.bind(definition) });
    }
  }

  schema(): ComponentSchema {
    return this.#schema;
  }
}
