import { defineTool, type JsonSchemaObject, type ToolRecord } from '@helve/core';
import { explainPlan } from '../binding/explain-plan.js';
import { compileFlow } from '../check/compile-flow.js';
import type { FlowHost } from './flow-host.js';
import { readFlowInput, flowProperty } from './flow-input.js';

const outputSchema: JsonSchemaObject = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    diagnostics: { type: 'array', items: { type: 'object', additionalProperties: true } },
    explanation: { type: 'object', additionalProperties: true },
  },
  required: ['ok', 'diagnostics'],
};

/** `flow.check`: what is wrong with a flow, and what it would do. */
export function flowCheckTool(host: FlowHost): ToolRecord {
  return defineTool({
    id: 'flow.check',
    name: 'Check a flow',
    description:
      'Checks a flow without running it and returns every problem with its location, or else the plan of the flow.',
    version: '1.0.0',
    tags: ['flow'],
    policy: { category: 'utility', sideEffects: 'none', effects: [], idempotent: true, requiresConfirmation: false },
    inputSchema: {
      type: 'object',
      properties: {
        flow: flowProperty,
        sourceLocale: { type: 'string', description: 'Source locale.' },
        targetLocales: { type: 'array', items: { type: 'string' }, description: 'Target locales.' },
      },
      required: ['flow'],
      additionalProperties: false,
    },
    outputSchema,
    async execute({ flow, sourceLocale, targetLocales }, ctx) {
      const { defaults, tools } = host;
      const parsed = await readFlowInput(flow, host, ctx);
      const { plan, diagnostics } = compileFlow(parsed, tools, {
        sourceLocale: sourceLocale ?? defaults.sourceLocale,
        targetLocales: targetLocales ?? (defaults.targetLocales.length === 0 ? undefined : defaults.targetLocales),
        presets: defaults.presets,
        admit: await host.admitFor(ctx, parsed.file),
        // Nothing is run here, so nothing needs consent.
        execTrusted: true,
      });
      return { ok: plan !== undefined, diagnostics, ...(plan === undefined ? {} : { explanation: explainPlan(plan) }) };
    },
  });
}
