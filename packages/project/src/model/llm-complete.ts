import { defineTool, type ToolRecord } from '@helve/core';
import { LLM_COMPLETE, llmCompleteInput, llmCompleteOutput } from '@helve/l10n/run';
import type { Environment } from '../project-io.js';
import type { ModelConfig } from './assert-keys.js';
import { onlyForSteps } from './only-for-steps.js';

/** With every attempt and wait. */
const TIMEOUT_MS = 300_000;

/** The record `llm.complete`: steps of flows ask the models of the project, or a vendor by its name, under its rules. */
export function llmComplete(config: ModelConfig, env: Environment): ToolRecord {
  const tool = defineTool({
    id: LLM_COMPLETE,
    description: 'Asks a language model once and gives its answer, in the form of a schema where one is given.',
    inputSchema: llmCompleteInput,
    outputSchema: llmCompleteOutput,
    policy: {
      category: 'action',
      sideEffects: 'none',
      effects: ['api-call', 'remote-source-egress'],
      idempotent: true,
    },
    annotations: { timeoutMs: TIMEOUT_MS },
    // The clients of vendors are loaded by those who ask them.
    execute: async (input, ctx) => (await import('./ask-vendor.js')).askVendor(input, config, env, ctx),
  });
  return onlyForSteps(tool, 'Run a tool such as ai-translate, or a flow with it');
}
