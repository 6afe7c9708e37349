import { coreErrors, defineTool, nearestNames, token, type ToolRecord } from '@helve/core';

/** Documentation of the session's tools, for `tool_docs`. */
export interface ToolDocsSource {
  ids(): readonly string[];
  documentationOf(id: string): string | null;
}

export const toolDocsSource = token<ToolDocsSource>('docs of the tools of a session');

/** A tool that returns the full documentation of another one, for a model that has read only its summary. */
export const toolDocs: ToolRecord = Object.freeze(
  defineTool({
    id: 'tool_docs',
    title: 'Documentation of a tool',
    description:
      'Returns the full documentation of another tool. Read it before using a tool in a way that its summary does not explain.',
    version: '1.0.0',
    inputSchema: {
      type: 'object',
      properties: { tool_id: { type: 'string', description: 'The name of the tool' } },
      required: ['tool_id'],
      additionalProperties: false,
    },
    policy: { category: 'utility', sideEffects: 'none', idempotent: true, requiresConfirmation: false },
    execute({ tool_id: id }, ctx) {
      const source = ctx.get(toolDocsSource);
      const documentation = source.documentationOf(id);
      if (documentation !== null) return { tool_id: id, documentation };
      const [nearest] = nearestNames(id, source.ids());
      const details = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
      throw coreErrors.create('CALL_TOOL_NOT_FOUND', { tool: id }, details);
    },
  }),
);
