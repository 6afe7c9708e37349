import type { JsonObject } from '@helve/core';
import {
  applyConfig,
  createBlock,
  createTarget,
  FlowToolRegistry,
  registerAll,
  textRun,
  type Block,
  type ToolEntry,
} from '@helve/flow';
import { describeGates, describeRegistry, hardBlocks, recordReads, runTool } from '@helve/flow/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callOf } from '../testing/call-of.js';
import { createMemoryVault } from '../vault/create-memory-vault.js';
import { allTools } from './all-tools.js';
import { createExecRunTool } from './external-command/create-exec-run-tool.js';
import { createExactMemory } from './tm-leverage/translation-memory.js';

const registry = new FlowToolRegistry();
registerAll(registry, allTools);
registry.registerProvider('ollama', true).registerProvider('demo', true).seal();

/** What tools are run with that need to be told something, or do nothing with their defaults. */
const configs: { readonly [tool: string]: JsonObject } = {
  'external-command': { command: process.execPath, args: ['-e', 'process.stdin.pipe(process.stdout)'] },
  'layer-processor': { layers: { html: { steps: [{ tool: 'word-count' }] } } },
  'properties-set': { properties: { reviewed: 'yes' } },
  redact: { rules: [{ term: 'world', category: 'place' }] },
  script: { code: 'export function process(part) { return part; }' },
  'search-replace': { search: 'o', replace: '0' },
  'term-check': { glossary: [{ source: 'Hello', target: ['Bonjour'] }] },
};

const call = callOf(createExecRunTool({ environment: process.env }));
const memory = createExactMemory([
  { id: 'e1', variants: { en: [textRun('Hello world.')], fr: [textRun('Bonjour le monde.')] } },
]);
const contextFor = () => ({
  call,
  resources: { vault: createMemoryVault(), get: (uri: string) => (uri.startsWith('tm:') ? memory : undefined) },
});

describeRegistry(registry, { configs, contextFor });
describeGates(registry);

/** Parameters that are not read or tested here, each with the reason. */
const unused: { readonly [tool: string]: { readonly [parameter: string]: string } } = {
  'ai-entity-extract': { apiKey: 'the offline engine needs no key' },
  'ai-translate': { apiKey: 'the offline engine needs no key' },
  'tm-leverage': {
    writeTmx: 'there is no TMX format yet',
    partialFill: 'it matters only where some segments of a block match, which is tested apart',
  },
};

/** A second run, for parameters that matter only then. */
const otherwise: { readonly [tool: string]: JsonObject } = {
  'external-command': { command: process.execPath, args: ['-e', 'process.exit(3)'] },
};

describe('parameters', () => {
  test.each(allTools)('K87 $name reads each of its parameters', async (entry) => {
    const excused = new Set(Object.keys(unused[entry.name] ?? {}));
    const [first, second] = [configs[entry.name] ?? {}, otherwise[entry.name]];
    const unread = await unreadBy(entry, first);
    const still = second === undefined ? unread : new Set(await unreadBy(entry, second));
    expect(unread.filter((name) => !excused.has(name) && [...still].includes(name))).toEqual([]);
  });

  const tests = testTexts();
  test.each(allTools)('K87 each parameter of $name is set by a test', ({ name, schema }) => {
    const expected = Object.keys(schema.properties).filter((one) => unused[name]?.[one] === undefined);
    expect(expected.filter((one) => !new RegExp(`\\b${one}\\b`).test(tests))).toEqual([]);
  });
});

/** The parameters that neither the locale plan, the resolver nor the tool has looked at over a run. */
async function unreadBy({ name, schema, factory, resolve }: ToolEntry, given: JsonObject): Promise<string[]> {
  const applied = applyConfig(schema, given);
  const info = registry.get(name);
  if (!applied.ok || info === undefined) throw new Error(`Cannot test "${name}": its config is refused`);
  const absent = Object.fromEntries(Object.keys(schema.properties).map((parameter) => [parameter, undefined]));
  const { config, unread } = recordReads({ ...absent, ...applied.config } as JsonObject);
  resolve?.(config, { meta: info.meta, isLocalProvider: () => true, tool: (id) => registry.get(id) });
  const run = { source: 'en', target: 'fr', config, context: contextFor() };
  await runTool(factory(config, { tools: registry }), [...hardBlocks('en', 'fr'), codeLost()], run);
  return unread().filter((parameter) => schema.properties[parameter]?.['x-locale'] === undefined);
}

/** The translation lacks a code of the source and has one of its own. */
function codeLost(): Block {
  const code = (id: string) => ({ kind: 'ph', id, type: 'code:variable', data: `{${id}}` }) as const;
  const target = createTarget([code('y')], { status: 'translated' });
  return createBlock({ id: 'code-lost', sourceLocale: 'en', source: [code('x')], targets: { fr: target } });
}

/** Every test of every tool, as one text. */
function testTexts(): string {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && file !== 'registry.test.ts')
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
}
