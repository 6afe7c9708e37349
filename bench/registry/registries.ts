import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { handlerDigestOf, type JsonSchemaObject } from '@helve/core';

import { artifactTool, buildArtifact, fileText } from '../../test/artifact-kit.js';

const folder = join('node_modules', '.cache', 'helve', 'bench', 'registries');
const always = () => true;
const inside = { openai: always, geminiNative: always };
const besideKeys = [
  'openaiStrict',
  'openaiResponses',
  'openaiResponsesStrict',
  'openaiRealtime',
  'anthropic',
  'anthropicStrict',
  'geminiJsonSchema',
  'geminiLive',
  'ollama',
  'mcp',
];
const beside = Object.fromEntries(besideKeys.map((key) => [key, always]));
const sections = [
  'Summary',
  'Preconditions',
  'Postconditions',
  'Invariants',
  'Failure Modes',
  'Examples',
  'Common Mistakes',
];

/** The registries that are measured: how many tools, and whether the file is as the build laid it out. */
export const registries = { '7': 7, '10': 10, '1000': 1000, 'anew-1000': 1000 } as const;
export type RegistryName = keyof typeof registries;

export function pathOf(name: RegistryName): string {
  return join(folder, name, 'tool_registry.json');
}

/** Writes them once, with handlers, before anything is measured. */
export function writeRegistries(): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, count] of Object.entries(registries))
    writeRegistry(join(folder, name), count, name.startsWith('anew'));
}

function writeRegistry(target: string, count: number, anew: boolean): void {
  const tools = Array.from({ length: count }, (_, n) => ({
    ...artifactTool(`tool_${n}`, {
      jsonSchema: schemaOf(n),
      documentation: pageOf(n),
      tags: ['bench', `group_${n % 17}`],
    }),
    implementationDigest: handlerDigestOf(codeOf(`tool_${n}`)),
  }));
  const { artifact, sideFiles } = buildArtifact(tools, { inside, beside });
  for (const { handlerPath, toolId } of tools) write(join(target, handlerPath), codeOf(toolId));
  for (const [provider, file] of Object.entries(sideFiles))
    write(join(target, 'providers', `${provider}.json`), fileText(file));
  write(join(target, 'tool_registry.json'), anew ? JSON.stringify(artifact) : fileText(artifact));
}

function codeOf(toolId: string): string {
  return `export const execute = ({ query }) => ({ ok: true, data: query + ' ${toolId}' });\n`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** About as much as real tools have: a handful of parameters with a sentence each. */
function schemaOf(n: number): JsonSchemaObject {
  const said = (what: string) =>
    `The ${what} that tool ${n} should work with, in a sentence as authors write them – no more`;
  return {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, description: said('query') },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: said('limit') },
      order: { type: 'string', enum: ['relevance', 'newest', 'oldest'], description: said('order') },
      filter: {
        type: 'object',
        properties: { from: { type: 'string', format: 'date' }, labels: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
    },
    required: ['query'],
    additionalProperties: false,
  };
}

function pageOf(n: number): string {
  const body = `What a model should know here about tool ${n}: two sentences, as most pages have them. Nothing else matters much.`;
  return `# tool_${n}\n\n${sections.map((name) => `## ${name}\n\n${body}\n`).join('\n')}`;
}
