import {
  defineTool,
  type Json,
  type JsonObject,
  type JsonSchemaObject,
  type ToolInvokeContext,
  type ToolRecord,
} from '@helve/core';
import { runsText } from '../content/text/projection.js';
import type { Block } from '../contract/block.js';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { FlowPlan } from '../contract/plan.js';
import { flowErrors } from '../flow-errors.js';
import { policyFromMeta } from '../tool/policy-from-meta.js';
import type { ToolInfo } from '../tool/tool-info.js';
import { contentProperties, type ContentInput } from './content-input.js';
import type { FlowHost } from './flow-host.js';
import { hideRedactedTerms } from './hide-redacted-terms.js';
import { blockFindings } from './block-findings.js';
import { runContent, type ContentRun } from './run-content.js';

type Input = ContentInput & { readonly config?: JsonObject };

const outputSchema: JsonSchemaObject = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'Resulting text; for tools that write targets, the first target.' },
    blocks: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'Resulting blocks.',
    },
    findings: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'Findings of the tool.',
    },
    report: { description: 'Report of the tool, such as counts or lists.' },
    losses: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'Content that was lost.',
    },
  },
  required: ['findings', 'losses'],
};

/** Makes a flow tool callable by models and programs, on a text, a pair, blocks or a file. */
export function toolFromFlowTool(name: string, host: FlowHost): ToolRecord {
  const info = host.tools.get(name);
  if (info === undefined) throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'tool', name });
  const { meta, schema } = info;
  return defineTool({
    id: info.name,
    name: meta.displayName,
    description: meta.description,
    version: meta.version,
    tags: [meta.category, ...(meta.tags ?? [])],
    policy: policyFromMeta(meta),
    hooks: [hideRedactedTerms],
    inputSchema: toInputSchema(schema),
    outputSchema,
    execute: (input, ctx) => execute(info, input as Input, host, ctx),
  });
}

function toInputSchema({ properties, required = [] }: ComponentSchema): JsonSchemaObject {
  return {
    type: 'object',
    properties: {
      ...contentProperties,
      config: {
        type: 'object',
        description: 'Parameters of the tool.',
        properties,
        ...(required.length === 0 ? {} : { required: [...required] }),
        additionalProperties: false,
      },
    },
    ...(required.length === 0 ? {} : { required: ['config'] }),
    additionalProperties: false,
  };
}

async function execute(info: ToolInfo, input: Input, host: FlowHost, ctx: ToolInvokeContext): Promise<JsonObject> {
  const steps = [{ tool: info.name, ...(input.config === undefined ? {} : { config: input.config }) }];
  const run = await runContent({ name: info.name, spec: { steps } }, input, host, ctx);
  const { blocks, report } = run;
  return {
    ...(input.text === undefined ? {} : { text: textAfter(run, input) }),
    blocks: toJson(blocks),
    findings: blockFindings(blocks),
    report: report.reports[info.name] ?? null,
    losses: toJson(report.losses),
  };
}

/** The text that a caller wants back: the target where the tool writes one, else the source. */
function textAfter({ plan, blocks }: ContentRun, input: Input): string {
  const [block] = blocks;
  if (block === undefined) return '';
  const target = writesTarget(plan) ? firstTarget(block, plan) : undefined;
  return runsText(target ?? (input.target === undefined ? undefined : firstTarget(block, plan)) ?? block.source);
}

function writesTarget(plan: FlowPlan): boolean {
  return plan.nodes.some(
    (node) =>
      node.kind === 'step' &&
      node.contract.produces.some(({ type, optional }) => type === 'target' && optional !== true),
  );
}

function firstTarget({ targets }: Block, plan: FlowPlan) {
  const locales = [...plan.passes.map((pass) => pass.at(-1) ?? ''), ...plan.targetLocales];
  const found = locales.find((locale) => Object.hasOwn(targets, locale));
  return found === undefined ? undefined : targets[found]?.runs;
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
