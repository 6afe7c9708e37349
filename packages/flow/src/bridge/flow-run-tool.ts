import { defineTool, type JsonObject, type JsonSchemaObject, type ToolRecord } from '@helve/core';
import type { FlowHost } from './flow-host.js';
import { hideRedactedTerms } from './hide-redacted-terms.js';
import { flowProperty } from './flow-input.js';

/** A run may take long; it ends when the caller hangs up. */
const DAY_MS = 24 * 60 * 60 * 1000;

const texts = { type: 'array', items: { type: 'string' } } as const;

/** Input of `flow.run`, for the terminal, models and programs alike. */
const runProperties = {
  flow: flowProperty,
  files: { ...texts, description: 'Files, folders, patterns, or - for standard input.' },
  from: { type: 'string', description: 'Where content comes from: file, store, none, or a locator such as po:app.po.' },
  to: { type: 'string', description: 'Where content goes to: file, store, none, or a locator.' },
  output: { type: 'string', description: 'The template of output paths: {dir} {name} {ext} {lang} {relpath}.' },
  format: { type: 'string', description: 'The format of the files; found by itself unless told.' },
  sourceLocale: { type: 'string', description: 'The locale of the source; that of the project unless told.' },
  targetLocales: { ...texts, description: 'The target locales; those of the project unless told.' },
  concurrency: { type: 'integer', minimum: 1, description: 'How many documents are under way at once.' },
  parallelBlocks: { type: 'integer', minimum: 1, description: 'How many blocks a step handles at once.' },
  onError: {
    enum: ['fail', 'skip', 'quarantine', 'retry'],
    description: 'What happens to a block that a step fails on.',
  },
  keepGoing: { type: 'boolean', description: 'A document that fails does not stop the others.' },
  inPlace: { type: 'boolean', description: 'Outputs may replace their inputs.' },
  strict: { type: 'boolean', description: 'What would be skipped or missing is an error.' },
  explain: { type: 'boolean', description: 'Says what would be done, and does nothing.' },
  explainPrompts: { type: 'boolean', description: 'Says also what models would be told, and does nothing.' },
  gate: {
    type: 'object',
    additionalProperties: true,
    description: 'How much checks may find: maxCritical, maxMajor, maxMinor, minScore.',
  },
  ignore: {
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Findings that count no more.',
  },
} as const satisfies { readonly [name: string]: JsonSchemaObject };

/** `flow.run`: files through a flow, to files or a store. */
export function flowRunTool(host: FlowHost): ToolRecord {
  return defineTool({
    id: 'flow.run',
    name: 'Run a flow',
    description: 'Takes files through a flow and writes the results; answers with the report of the run.',
    version: '1.0.0',
    tags: ['flow'],
    policy: { category: 'action', sideEffects: 'writes', effects: [], idempotent: false, requiresConfirmation: false },
    annotations: { timeoutMs: DAY_MS },
    hooks: [hideRedactedTerms],
    inputSchema: { type: 'object', properties: runProperties, required: ['flow'], additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { schema: { type: 'string' } },
      required: ['schema'],
      additionalProperties: true,
    },
    execute: (input, ctx) => host.run(input as unknown as JsonObject, ctx) as Promise<never>,
  });
}
