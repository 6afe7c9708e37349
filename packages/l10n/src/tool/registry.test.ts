import type { JsonObject } from '@helve/core';
import { applyConfig, createBlock, FlowToolRegistry, registerAll, type Block, type ToolEntry } from '@helve/flow';
import { createTarget } from '@helve/flow/content';
import { callStep } from '@helve/flow/engine';
import { describeGates, describeRegistry, hardBlocks, recordReads, runTool } from '@helve/flow/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callOf } from '../testing/call-of.js';
import { draft, memoryOf } from '../testing/memory-kit.js';
import { concept, withTerms } from '../testing/term-kit.js';
import { createMemoryVault } from '../vault/create-memory-vault.js';
import { loadTools } from './tool-table.js';
import { createExecRunTool } from './external-command/create-exec-run-tool.js';

const allTools = await loadTools();

const registry = new FlowToolRegistry();
registerAll(registry, allTools);
registry.registerProvider('ollama', true).registerProvider('demo', true).seal();

/** Configs of tools that have required parameters, or do nothing with their defaults. */
const configs: { readonly [tool: string]: JsonObject } = {
  'encoding-convert': { targetEncoding: 'windows-1252' },
  'external-command': { command: process.execPath, args: ['-e', 'process.stdin.pipe(process.stdout)'] },
  'layer-processor': { layers: { html: { steps: [{ tool: 'word-count' }] } } },
  'pattern-check': { patterns: [{ name: 'numbers', pattern: '[0-9]+', mustMatch: true }] },
  'properties-set': { properties: { reviewed: 'yes' } },
  redact: { rules: [{ term: 'world', category: 'place' }] },
  script: { code: 'export function process(part) { return part; }' },
  'search-replace': { search: 'o', replace: '0' },
  'term-check': { glossary: [{ source: 'Hello', target: ['Bonjour'] }] },
  'xslt-transform': { rules: [{ pattern: 'o', replace: '0' }] },
};

const call = callOf(createExecRunTool({ environment: process.env }));
const memory = await memoryOf([draft({ en: 'Hello world.', fr: 'Bonjour le monde.' })]);
const terms = withTerms([concept('c1', ['en:Hello', 'fr:Bonjour', 'fr:Salut!forbidden'])]);
const contextFor = () => ({
  call,
  resources: { vault: createMemoryVault(), get: (uri: string) => (uri.startsWith('tm:') ? memory : terms.get(uri)) },
});

describeRegistry(registry, { configs, contextFor });
describeGates(registry);

/** Parameters that are not read or tested here, each with the reason. */
const unused: { readonly [tool: string]: { readonly [parameter: string]: string } } = {
  'ai-entity-extract': { apiKey: 'the offline engine needs no key' },
  'ai-qa': { apiKey: 'the offline engine needs no key' },
  'ai-review': { apiKey: 'the offline engine needs no key' },
  'ai-terminology': { apiKey: 'the offline engine needs no key' },
  'ai-translate': { apiKey: 'the offline engine needs no key' },
  segmentation: { apiKey: 'the offline engine needs no key' },
  'tm-leverage': {
    writeTmx: 'the file is written when the run ends, which is tested apart',
    partialFill: 'it matters only where some segments of a block match, which is tested apart',
  },
};

/** Configs of a second run, for parameters that matter only then. */
const otherwise: { readonly [tool: string]: JsonObject } = {
  'diff-leverage': { fuzzyMatch: true },
  segmentation: { engine: 'llm' },
  'external-command': { command: process.execPath, args: ['-e', 'process.exit(3)'] },
};

/** Every tool of the toolbox by category. */
const toolbox: { readonly [category: string]: string } = {
  transform:
    'pseudo-translate search-replace case-transform create-target remove-target inline-codes-remove properties-set ' +
    'whitespace-correct span-classify tag-protect xslt-transform redact unredact',
  enrich: 'segmentation tm-leverage diff-leverage repetition-analysis ai-terminology ai-entity-extract term-lookup',
  validate:
    'word-count char-count segment-count qa-check dnt-check placeholder-check brand-vocab-check term-check ' +
    'inconsistency-check length-check chars-check pattern-check translation-comparison xml-validation chars-listing ' +
    'scoping-report ai-qa ai-review term-enforce',
  convert: 'encoding-convert encoding-detect linebreak-convert bom-convert fullwidth-convert uri-convert',
  pipeline: 'layer-processor batch external-command script call',
  translate:
    'ai-translate deepl-translate google-translate microsoft-translate modernmt-translate mymemory-translate ' +
    'apertium-translate',
};
const categories = new Map(
  Object.entries(toolbox).flatMap(([category, names]) => names.split(' ').map((name) => [name, category] as const)),
);

describe('the toolbox', () => {
  const built = [...allTools, callStep(() => undefined)];
  const names = built.map(({ name }) => name);

  test('T8 names 57 tools, and there is no other', () => {
    expect(categories.size).toBe(57);
    expect(names.filter((name) => !categories.has(name))).toEqual([]);
  });

  test('T8 has every tool', () => {
    expect([...categories.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(built)('T8 $name has the category of its section', ({ name, schema }) => {
    expect(schema.toolMeta?.category).toBe(categories.get(name));
  });
});

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

/** Lists the parameters that neither the locale plan, the resolver nor the tool read during a run. */
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

/** Creates a block whose translation lacks a code of the source and has one of its own. */
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
