import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertPlan,
  compileFlow,
  onlyText,
  runFlow,
  runsText,
  sourceText,
  textRun,
  type Block,
  type FlowToolRegistry,
  type LocaleId,
  type Resources,
  type Runs,
  type Step,
} from '@helve/flow';
import {
  createMemoryStorage,
  createTermbase,
  createTranslationMemory,
  PROJECT_MEMORY,
  PROJECT_TERMS,
  type Concept,
  type TmDraft,
} from '@helve/l10n';
import { runAll, toolsWith } from '../flow/run-steps.js';
import type { Variants } from '../kit/run-variants.js';
import { medianOf } from '../measure.js';
import { blocksOf, catalogIo, catalogs, withFolder, type Language } from './flow-corpus.js';
import { edited } from './memory-corpus.js';

const ROUNDS = 5;
const TERMS = 300;

/** What a translator's day is made of; the engine marks what it is given. */
const steps: readonly Step[] = [
  { tool: 'segmentation' },
  { tool: 'term-lookup' },
  { tool: 'tm-leverage' },
  { tool: 'ai-translate', config: { provider: 'demo' } },
  { tool: 'term-enforce' },
  { tool: 'qa-check' },
  { tool: 'placeholder-check' },
];

/** Microseconds for a unit that a full flow takes over catalogs without translations. */
export const flowVariants: Variants = {
  'flow: every unit in the memory': () => fullFlow(exactly),
  'flow: every unit in the memory, by the clock': () => fullFlow(exactly, { clock: wallClock }),
  'flow: every unit nearly in the memory': () => fullFlow(nearly, { rounds: 1 }),
  'flow: an empty memory': () => fullFlow(() => undefined, { rounds: 1 }),
};

/** An entry for a unit; nothing when the memory does not know it. */
type Known = (block: Block, locale: LocaleId, index: number) => TmDraft | undefined;

/** The translation of the catalog, or where it has none the source itself. */
const exactly: Known = ({ source, targets }, locale) => {
  const target = targets[locale]?.runs ?? [];
  return { variants: { en: source, [locale]: target.length === 0 ? source : target } };
};

/** The same for a source with some other words, where it is only text. */
const nearly: Known = (block, locale, index) => {
  const text = onlyText(block.source);
  if (text === undefined) return undefined;
  const source: Runs = [textRun(edited(text, `${text} elsewhere`, 1 + (index % 3)))];
  return { variants: { en: source, [locale]: source } };
};

async function fullFlow(known: Known, { rounds = ROUNDS, clock = processorClock } = {}): Promise<number> {
  const languages = catalogs();
  const blocks = new Map<LocaleId, readonly Block[]>();
  for (const language of languages) blocks.set(language.locale, await blocksOf(language));
  const resources = await resourcesFor(blocks, known);
  return withFolder('catalogs', async (folder) => {
    const sound = await soundOf(await emptied(languages, join(folder, 'empty')), resources, folder);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A file system that has just removed many files takes longer to make new ones: none is replaced.
      const output = join(folder, `round-${round}`);
      mkdirSync(output);
      times.push(await timeRound(sound, resources, output, clock));
    }
    return medianOf(times) / (await countUnits(sound));
  });
}

async function countUnits(languages: readonly Language[]): Promise<number> {
  let units = 0;
  for (const language of languages) units += (await blocksOf(language)).length;
  return units;
}

/** Warms up, and leaves out catalogs whose header has fewer plural forms than their language: those cannot be filled. */
async function soundOf(
  languages: readonly Language[],
  resources: Resources,
  folder: string,
): Promise<readonly Language[]> {
  const tools = toolsWith();
  const sound: Language[] = [];
  for (const language of languages) {
    const io = await catalogIo(language, folder);
    const { documents } = await runFlow(planFor(steps, language.locale, tools), io, {
      tools,
      resources,
      keepGoing: true,
    });
    const failed = new Set(documents.flatMap(({ status, document }) => (status === 'ok' ? [] : [document])));
    sound.push({ ...language, files: language.files.filter((file) => !failed.has(file)) });
  }
  return sound;
}

/** Microseconds of processors, of which a process may use more than one; what others do meanwhile is not counted. */
const processorClock = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Microseconds as they pass. */
const wallClock = (): number => performance.now() * 1000;

/** What the catalogs of all languages take, one after the other. */
async function timeRound(
  languages: readonly Language[],
  resources: Resources,
  folder: string,
  clock: () => number,
): Promise<number> {
  const tools = toolsWith();
  const began = clock();
  for (const language of languages) {
    const io = await catalogIo(language, folder);
    await runAll(planFor(steps, language.locale, tools), io, { tools, resources, concurrency: 1 });
  }
  return clock() - began;
}

/** The catalogs without their translations. */
async function emptied(languages: readonly Language[], folder: string): Promise<readonly Language[]> {
  mkdirSync(folder);
  const tools = toolsWith();
  const empty: Language[] = [];
  for (const language of languages) {
    const plan = planFor([{ tool: 'remove-target' }], language.locale, tools);
    await runAll(plan, await catalogIo(language, folder), { tools });
    empty.push({
      ...language,
      files: language.files.map((_, index) => join(folder, `${language.locale}-${index}.po`)),
    });
  }
  return empty;
}

function planFor(wanted: readonly Step[], locale: LocaleId, tools: FlowToolRegistry) {
  return assertPlan(
    compileFlow({ name: 'Bench', spec: { steps: wanted } }, tools, {
      sourceLocale: 'en',
      targetLocales: [locale],
      source: { kind: 'store' },
    }),
  );
}

/** A memory with one entry for each source of a language, and terms. */
async function resourcesFor(blocks: ReadonlyMap<LocaleId, readonly Block[]>, known: Known): Promise<Resources> {
  const memory = createTranslationMemory(createMemoryStorage());
  for (const [locale, all] of blocks) {
    const once = new Map(all.toReversed().map((block) => [JSON.stringify(block.source), block]));
    const drafts = [...once.values()].flatMap((block, index) => known(block, locale, index) ?? []);
    await memory.add(drafts);
  }
  const held = new Map<string, unknown>([
    [PROJECT_MEMORY, memory],
    [
      PROJECT_TERMS,
      createTermbase(termsOf([...blocks].flatMap(([locale, all]) => all.map((block) => [locale, block] as const)))),
    ],
  ]);
  return { get: (uri) => held.get(uri) };
}

/** The words that translators of these catalogs leave as they are, the most frequent first. */
function termsOf(blocks: readonly (readonly [LocaleId, Block])[]): readonly Concept[] {
  const seen = new Map<string, { sources: number; targets: number }>();
  for (const [locale, block] of blocks) {
    const target = runsText(block.targets[locale]?.runs ?? []);
    for (const word of target === '' ? [] : new Set(sourceText(block).match(/\b[A-Za-z]{4,}\b/g))) {
      const { sources, targets } = seen.get(word) ?? { sources: 0, targets: 0 };
      seen.set(word, { sources: sources + 1, targets: targets + (target.includes(word) ? 1 : 0) });
    }
  }
  const locales = ['en', ...new Set(blocks.map(([locale]) => locale))];
  return [...seen]
    .filter(([, { sources, targets }]) => targets >= sources * 0.9)
    .toSorted(([, one], [, other]) => other.sources - one.sources)
    .slice(0, TERMS)
    .map(([text]) => ({
      id: text,
      domain: '',
      definition: '',
      terms: locales.map((locale) => ({ text, locale, status: 'approved' as const })),
      relations: [],
      properties: {},
    }));
}
