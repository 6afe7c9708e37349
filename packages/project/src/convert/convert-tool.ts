import { defineTool, type ToolRecord } from '@helve/core';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { convertProperties } from './convert-request.js';

/** A conversion may take long; it ends when the caller hangs up. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** `l10n.convert`: files of one format as new files of another. */
export function convertTool(host: ProjectHost, config: ResolvedConfig): ToolRecord {
  return defineTool({
    id: 'l10n.convert',
    name: 'Convert files to another format',
    description: 'Writes the texts of files as new files of another format, and reports everything that is lost.',
    version: '1.0.0',
    tags: ['l10n'],
    policy: { category: 'action', sideEffects: 'writes', effects: [], idempotent: false, requiresConfirmation: false },
    annotations: { timeoutMs: DAY_MS },
    inputSchema: {
      type: 'object',
      properties: convertProperties,
      required: ['files', 'to'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { schema: { type: 'string' } },
      required: ['schema'],
      additionalProperties: true,
    },
    execute: async (input, ctx) => {
      const { runConvert } = await import('./run-convert.js');
      return runConvert(input, host, config, ctx);
    },
  });
}
