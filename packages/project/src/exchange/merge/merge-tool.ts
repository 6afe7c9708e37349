import { defineTool, type ToolRecord } from '@helve/core';
import type { ResolvedConfig } from '../../config/config-keys.js';
import type { ProjectHost } from '../../flow/create-flow-host.js';
import { mergeProperties, type MergeRequest } from './merge-request.js';

/** A merge may take long; it ends when the caller hangs up. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** `l10n.merge`: translations that come back go into the files that they were extracted from. */
export function mergeTool(host: ProjectHost, config: ResolvedConfig): ToolRecord {
  return defineTool({
    id: 'l10n.merge',
    name: 'Merge returned translations',
    description: 'Puts the translations of returned exchange files into the files that they come from.',
    version: '1.0.0',
    tags: ['l10n'],
    policy: { category: 'action', sideEffects: 'writes', effects: [], idempotent: true, requiresConfirmation: false },
    annotations: { timeoutMs: DAY_MS },
    inputSchema: { type: 'object', properties: mergeProperties, required: ['files'], additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { schema: { type: 'string' } },
      required: ['schema'],
      additionalProperties: true,
    },
    execute: async (input, ctx) => {
      const { runMerge } = await import('./run-merge.js');
      return runMerge(input as unknown as MergeRequest, host, config, ctx);
    },
  });
}
