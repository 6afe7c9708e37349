import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Step } from '@helve/flow';
import { checkRoundTrip, countWords, createMemoryVault, fileSource, segmentText } from '@helve/l10n';
import type { Variants } from '../kit/run-variants.js';
import { blockParts, bytesOfBlocks } from './blocks.js';
import {
  bytesOf,
  jsonFile,
  markdownFile,
  outputOf,
  PO_MESSAGES,
  poFile,
  propertiesFile,
  prose,
  proseFile,
  xliffFile,
  type Script,
} from './corpus.js';
import { documentOf, planOf, runAll, runFile, theFormats, toolsWith } from './run-steps.js';

const MEBIBYTE = 1024 * 1024;
const pseudo: readonly Step[] = [{ tool: 'pseudo-translate' }];

/** What files cost: the generated catalog, and a file of each format. */
export const fileVariants: Variants = {
  'po: read and write': () => perMessage(() => roundTrip(poFile(), 'po')),
  'po: read, pseudo, write': () => perMessage(() => runFile(poFile(), pseudo, outputOf('pseudo.po'))),
  'po: read, qa-check': () => perMessage(() => runFile(poFile(), [{ tool: 'qa-check' }])),
  'po: read, word-count': () => perMessage(() => runFile(poFile(), [{ tool: 'word-count' }])),
  'count latin': () => countOnly('latin'),
  'count greek': () => countOnly('greek'),
  'count cyrillic': () => countOnly('cyrillic'),
  'Intl.Segmenter latin': () => perWord(intlWords, 'latin'),
  'Intl.Segmenter greek': () => perWord(intlWords, 'greek'),
  'Intl.Segmenter cyrillic': () => perWord(intlWords, 'cyrillic'),

  'json: round trip': () => perMebibyte(jsonFile(12), 'json'),
  'markdown: round trip': () => perMebibyte(markdownFile(4), 'markdown'),
  'xliff: round trip': () => perMebibyte(xliffFile(12), 'xliff'),
  'properties: round trip': () => perMebibyte(propertiesFile(12), 'properties'),
  'po: round trip': () => perMebibyte(poFile(), 'po'),

  'segmentText latin': () => segmented('latin', 'en'),
  'segmentText greek': () => segmented('greek', 'el'),
  'segmentText cyrillic': () => segmented('cyrillic', 'ru'),
  'segmentation step': segmentationStep,
  'script step': scriptStep,
  'redact and unredact': redacted,
};

/** Milliseconds that a piece of work takes in a process that has done nothing before. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function perMessage(work: () => Promise<unknown>): Promise<number> {
  poFile();
  return ((await msOf(work)) * 1000) / PO_MESSAGES;
}

/** Reads a file and writes it back. */
export async function roundTrip(path: string, id: string): Promise<void> {
  const format = theFormats().byId(id);
  if (format === undefined) throw new Error(`Cannot measure "${path}": there is no format "${id}"`);
  const { identical } = await checkRoundTrip(fileSource(path), format, { document: path });
  if (!identical) throw new Error(`Cannot measure "${path}": it did not come back as it was`);
}

/** Once in the cold, then the middle one of three. */
async function perMebibyte(path: string, format: string): Promise<number> {
  await roundTrip(path, format);
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) times.push(await msOf(() => roundTrip(path, format)));
  return ((times.sort((a, b) => a - b)[1] ?? NaN) * MEBIBYTE) / bytesOf(path);
}

async function countOnly(script: Script): Promise<number> {
  return perWord((text) => countWords(text, 'en'), script);
}

async function perWord(count: (text: string) => number, script: Script): Promise<number> {
  const lines = readFileSync(proseFile(script), 'utf8').split('\n');
  for (const line of lines) count(line);
  let words = 0;
  const began = performance.now();
  for (const line of lines) words += count(line);
  return ((performance.now() - began) * 1e6) / words;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function intlWords(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words += 1;
  return words;
}

/** Milliseconds per MB of paragraphs. */
async function segmented(script: Script, locale: string): Promise<number> {
  const paragraphs = prose(2_000_000, script).match(/.{300,600}?\. /g) ?? [];
  const bytes = paragraphs.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (const text of paragraphs.slice(0, 500)) segmentText(text, locale);
  const ms = await msOf(async () => {
    for (const text of paragraphs) segmentText(text, locale);
  });
  return (ms * 1e6) / bytes;
}

async function segmentationStep(): Promise<number> {
  const path = jsonFile(12);
  await runFile(path, [{ tool: 'segmentation' }]);
  const without = await msOf(() => runFile(path, [{ tool: 'properties-set', config: { properties: { a: '1' } } }]));
  const withStep = await msOf(() => runFile(path, [{ tool: 'segmentation' }]));
  return ((withStep - without) * 1e6) / bytesOf(path);
}

/** Microseconds per block of a script that does next to nothing. */
async function scriptStep(): Promise<number> {
  const BLOCKS = 40_000;
  const registry = toolsWith();
  const config = { code: 'export function process(part) { return part; }', produces: [] };
  const plan = planOf([{ tool: 'script', config }], registry);
  const run = () => runAll(plan, { documents: [documentOf('d', () => blockParts(BLOCKS))] }, { tools: registry });
  await run();
  return ((await msOf(run)) * 1000) / BLOCKS;
}

/** Milliseconds per MB of text that is redacted with a hundred rules and restored. */
async function redacted(): Promise<number> {
  const registry = toolsWith();
  const rules = Array.from({ length: 100 }, (_, index) => ({ term: `Person${index} Name`, category: 'person' }));
  const plan = planOf([{ tool: 'redact', config: { rules } }, { tool: 'unredact' }], registry);
  const BLOCKS = 20_000;
  const resources = { vault: createMemoryVault(), get: () => undefined };
  const run = () =>
    runAll(plan, { documents: [documentOf('d', () => blockParts(BLOCKS))] }, { tools: registry, resources });
  await run();
  return ((await msOf(run)) * 1e6) / bytesOfBlocks(BLOCKS);
}
