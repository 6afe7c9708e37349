import { defineTool, type Json, type JsonSchemaObject, type ToolRecord } from '@helve/core';
import type { FlowTraceEvent } from '../engine/report/trace.js';
import { contentProperties, type ContentInput } from './content-input.js';
import type { FlowHost } from './flow-host.js';
import { hideRedactedTerms } from './hide-redacted-terms.js';
import { readFlowInput, flowProperty } from './flow-input.js';
import { blockFindings } from './block-findings.js';
import { runContent } from './run-content.js';

const list = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

const outputSchema: JsonSchemaObject = {
  type: 'object',
  properties: {
    snapshots: list,
    blocks: list,
    findings: list,
    reports: { type: 'object', additionalProperties: true },
    losses: list,
  },
  required: ['snapshots', 'blocks', 'findings', 'reports', 'losses'],
};

/** `flow.preview`: a flow over given content, with a look at each block before and after each step. */
export function flowPreviewTool(host: FlowHost): ToolRecord {
  return defineTool({
    id: 'flow.preview',
    name: 'Preview a flow',
    description: 'Runs a flow on a text, blocks or a file in memory and shows each block before and after each step.',
    version: '1.0.0',
    tags: ['flow'],
    policy: { category: 'action', sideEffects: 'writes', effects: [], idempotent: false, requiresConfirmation: false },
    annotations: { timeoutMs: 600_000 },
    hooks: [hideRedactedTerms],
    inputSchema: {
      type: 'object',
      properties: { flow: flowProperty, ...contentProperties },
      required: ['flow'],
      additionalProperties: false,
    },
    outputSchema,
    async execute({ flow, ...input }, ctx) {
      const snapshots: FlowTraceEvent[] = [];
      const write = (event: FlowTraceEvent) => {
        if (event.kind === 'before' || event.kind === 'after') snapshots.push(event);
      };
      const parsed = await readFlowInput(flow, host, ctx);
      const trace = { blocks: () => true, write };
      const { blocks, report } = await runContent(parsed, input as ContentInput, host, ctx, trace);
      const answer = {
        snapshots,
        blocks,
        findings: blockFindings(blocks),
        reports: report.reports,
        losses: report.losses,
      };
      return JSON.parse(JSON.stringify(answer)) as { [name: string]: Json };
    },
  });
}
