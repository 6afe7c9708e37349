import { defineTool, type ToolRecord } from '@helve/core';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { exchangeProperties } from './exchange-request.js';

/** `l10n.exchange`: the batches of a caller, and how far their units are. */
export function exchangeTool(host: ProjectHost, config: ResolvedConfig): ToolRecord {
  return defineTool({
    id: 'l10n.exchange',
    name: 'Show and remove batches',
    description:
      'Lists batches of extracted texts, shows which units are out, back, late and stale, and removes batches.',
    version: '1.0.0',
    tags: ['l10n'],
    policy: { category: 'action', sideEffects: 'writes', effects: [], idempotent: true, requiresConfirmation: false },
    inputSchema: { type: 'object', properties: exchangeProperties, required: ['action'], additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { schema: { type: 'string' } },
      required: ['schema'],
      additionalProperties: true,
    },
    execute: async (input, ctx) => {
      const { runExchange } = await import('./run-exchange.js');
      return runExchange(input, host, config, ctx);
    },
  });
}
