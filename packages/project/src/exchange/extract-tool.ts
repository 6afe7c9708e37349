import { defineTool, type ToolRecord } from '@helve/core';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { extractProperties, type ExtractRequest } from './extract-request.js';

/** An extraction may take long; it ends when the caller hangs up. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** `l10n.extract`: texts of files as exchange files for translators, with a manifest by which they come back. */
export function extractTool(host: ProjectHost, config: ResolvedConfig): ToolRecord {
  return defineTool({
    id: 'l10n.extract',
    name: 'Extract texts for translation',
    description: 'Writes the texts of files as exchange files for translators, and records where each comes from.',
    version: '1.0.0',
    tags: ['l10n'],
    policy: { category: 'action', sideEffects: 'writes', effects: [], idempotent: false, requiresConfirmation: false },
    annotations: { timeoutMs: DAY_MS },
    inputSchema: { type: 'object', properties: extractProperties, additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { schema: { type: 'string' } },
      required: ['schema'],
      additionalProperties: true,
    },
    execute: async (input, ctx) => {
      const { runExtract } = await import('./run-extract.js');
      return runExtract(input as ExtractRequest, host, config, ctx);
    },
  });
}
