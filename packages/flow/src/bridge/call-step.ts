import { getAtPointer, isPlainObject, type Json, type JsonObject, type ToolContract } from '@helve/core';
import { parsePlaceholderText } from '../content/text/placeholder-text.js';
import { createTarget } from '../content/block/target.js';
import { newPayload } from '../content/payload/payload.js';
import type { IOPort, ToolMeta } from '../contract/meta.js';
import type { StepContext } from '../contract/tool.js';
import type { BlockView, TargetView } from '../contract/view.js';
import { flowErrors, FlowError } from '../flow-errors.js';
import { flowTool, type FlowToolDefinition } from '../tool/flow-tool.js';
import { targetPort } from '../tool/port.js';
import { schemaFrom } from '../tool/schema-from.js';
import type { Refinement, ToolEntry } from '../tool/tool-info.js';
import { fillTemplate } from './call-template.js';
import { BatchedCall } from './batched-call.js';

/** The contract of a tool that a step may call; undefined for one that nobody knows, or while nobody can know. */
export type ContractLookup = (id: string) => ToolContract | undefined;

interface CallConfig {
  readonly id: string;
  readonly input: Json;
  readonly output: { readonly annotation?: string; readonly target?: string };
  readonly perBatch: boolean;
}

const meta: ToolMeta = {
  id: 'call',
  version: '1.0.0',
  category: 'pipeline',
  displayName: 'Call a tool',
  description: 'Calls a tool for each block and stores its answer as an annotation or as the target.',
  cardinality: 'monolingual',
  consumes: [],
  produces: [],
  defaultParallelBlocks: 8,
};

const schema = schemaFrom(
  {
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1, description: 'Id of the tool to call.', 'x-calls': true },
      input: {
        type: 'object',
        additionalProperties: true,
        default: {},
        description:
          'Input of each call. Replaces ${source.text}, ${target.text}, ${block.id} and ${property.NAME} with values of the block.',
      },
      output: {
        type: 'object',
        properties: {
          annotation: { type: 'string', description: 'Key of the annotation that stores the answer.' },
          target: { type: 'string', description: 'JSON pointer to the target in the answer.' },
        },
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
        description: 'Destination of the answer.',
      },
      perBatch: {
        type: 'boolean',
        default: false,
        description: 'Send the inputs of several blocks in one call, as {items}, and expect a list of answers.',
      },
    },
    required: ['id', 'output'],
  },
  meta,
);

/** The tool `call`: any tool record as a step, through the governed line. */
export function callStep(contractOf: ContractLookup): ToolEntry {
  return {
    name: meta.id,
    schema,
    factory: (config) => flowTool(toDefinition(config as unknown as CallConfig | undefined)),
    resolve: (config) => refine(config as unknown as CallConfig, contractOf),
  };
}

function toDefinition(config: CallConfig | undefined): FlowToolDefinition {
  const asking = config === undefined ? undefined : new Asking(config);
  if (config?.output.target !== undefined && asking !== undefined) {
    return {
      meta: { ...meta, capability: 'translate' },
      schema,
      translate: (view, ctx) => translate(view, ctx, config, asking),
    };
  }
  return {
    meta: { ...meta, capability: 'annotate' },
    schema,
    annotate: (view, ctx) =>
      config === undefined || asking === undefined ? undefined : annotate(view, ctx, config, asking),
  };
}

/** Makes the calls of one step in one document. */
class Asking {
  readonly #config: CallConfig;
  #gathered: BatchedCall | undefined;

  constructor(config: CallConfig) {
    this.#config = config;
  }

  ask(view: BlockView, ctx: StepContext): Promise<Json> {
    const { input, perBatch } = this.#config;
    const filled = fillTemplate(input, view, ctx);
    if (!perBatch) return this.#call(filled, ctx);
    this.#gathered ??= new BatchedCall((items) => this.#call(items, ctx));
    return this.#gathered.call(filled);
  }

  async #call(input: Json, ctx: StepContext): Promise<Json> {
    const answer = await ctx.call({ tool: this.#config.id, input, signal: ctx.signal });
    if (answer.ok) return JSON.parse(JSON.stringify(answer.data ?? null)) as Json;
    const { type, message, retryable, retryAfterMs, partialSideEffects, details } = answer.error;
    const { attempts } = answer.meta;
    throw new FlowError(type, message, {
      retryable,
      retryAfterMs,
      partialSideEffects,
      ...(details?.code === undefined ? {} : { code: details.code }),
      ...(typeof attempts === 'number' ? { details: { attempts } } : {}),
    });
  }
}

/** Capability and ports follow from what becomes of the answer, effects from the tool that is called. */
function refine({ id, input, output }: CallConfig, contractOf: ContractLookup): Refinement {
  const contract = contractOf(id);
  const problem = findProblem(id, contract);
  const wantsTarget = output.target !== undefined;
  const readsTarget = JSON.stringify(input).includes('${target.text}');
  const produces: readonly IOPort[] = wantsTarget
    ? [targetPort]
    : [{ type: output.annotation ?? '', side: readsTarget ? 'target' : 'source' }];
  return {
    capability: wantsTarget ? 'translate' : 'annotate',
    cardinality: wantsTarget || readsTarget ? 'bilingual' : 'monolingual',
    consumes: readsTarget && !wantsTarget ? [targetPort] : [],
    produces,
    writesOutput: wantsTarget,
    sideEffects: contract?.policy.effects ?? [],
    ...(problem === undefined
      ? {}
      : { diagnostics: [{ severity: 'error', rule: problem.rule, pointer: '/id', message: problem.message }] }),
  };
}

/** Records with steps of their own, whose configs are checked: what they run, whom they ask, and with which key. */
const ownSteps: { readonly [id: string]: string } = {
  'exec.run': 'Programs are run by the tool external-command',
  'llm.complete': 'Models are asked by tools such as ai-translate',
  'mt.translate': 'Engines are asked by tools such as deepl-translate',
};

function findProblem(id: string, contract: ToolContract | undefined) {
  const own = Object.hasOwn(ownSteps, id) ? ownSteps[id] : undefined;
  if (own !== undefined) return { rule: 'config-invalid', message: own };
  return contract === undefined ? { rule: 'unknown-tool', message: `There is no tool "${id}" to call` } : undefined;
}

async function annotate(view: BlockView, ctx: StepContext, config: CallConfig, asking: Asking): Promise<void> {
  const data = await asking.ask(view, ctx);
  const key = config.output.annotation ?? '';
  view.setAnnotation(
    key,
    isPlainObject(data) && typeof data['type'] === 'string'
      ? newPayload(data['type'], data as never)
      : { type: key, value: data },
  );
}

/** The answer is text as models get it, so that codes can come back; a target without them is refused. */
async function translate(view: TargetView, ctx: StepContext, config: CallConfig, asking: Asking): Promise<void> {
  const variant = ctx.locales.target;
  if (!view.translatable || view.source.length === 0 || variant === undefined) return;
  const text = getAtPointer(await asking.ask(view, ctx), config.output.target ?? '');
  if (typeof text !== 'string') throw refuse(config.id, `its answer has no text at "${config.output.target ?? ''}"`);
  const { runs, unknown, missing } = parsePlaceholderText(text, view.source);
  if (unknown.length > 0 || missing.length > 0) {
    ctx.lose({
      kind: 'target-rejected',
      detail: { reason: 'codes', unknown: unknown.length, missing: missing.length },
    });
    return;
  }
  const origin = { kind: 'tool', tool: config.id, timestamp: new Date(ctx.clock.now()).toISOString() } as const;
  view.setTarget(variant, createTarget(runs, { status: 'draft' }).runs, { status: 'draft', origin });
}

function refuse(tool: string, problem: string): Error {
  return flowErrors.create('FLOW_CONFIG', { tool, problem } satisfies JsonObject);
}
