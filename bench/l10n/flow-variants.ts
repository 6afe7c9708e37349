import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertPlan,
  compileFlow,
  runFlow,
  type FlowToolRegistry,
  type LocaleId,
  type Resources,
  type Step,
} from '@helve/flow';
import { runAll, toolsWith } from '../flow/run-steps.js';
import { onOneCore } from '../kit/one-core.js';
import type { Variants } from '../kit/run-variants.js';
import { medianOf } from '../measure.js';
import { catalogIo, catalogs, eachBlock, withFolder, type Language } from './flow-corpus.js';
import { exactly, nearly, resourcesFor, type Known } from './flow-resources.js';

const ROUNDS = 5;
/** Rounds in which V8 still compiles for the most part. */
const WARM_UPS = 3;
const once = { rounds: 1, warmUps: 0 };

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
  'flow: every unit in the memory, on one core': () => onOneCore(() => fullFlow(exactly, { clock: wallClock })),
  'flow: every unit in the memory, CPU time of all threads': () => fullFlow(exactly),
  'flow: every unit in the memory, by the clock': () => fullFlow(exactly, { clock: wallClock }),
  'flow: every unit nearly in the memory': () => fullFlow(nearly, once),
  'flow: an empty memory': () => fullFlow(() => undefined, once),
};

async function fullFlow(
  known: Known,
  { rounds = ROUNDS, warmUps = WARM_UPS, clock = processorClock } = {},
): Promise<number> {
  const languages = catalogs();
  const resources = await resourcesFor(languages, known);
  return withFolder('catalogs', async (folder) => {
    const sound = await soundOf(await emptied(languages, join(folder, 'empty')), resources, folder);
    const times: number[] = [];
    for (let round = 0; round < warmUps + rounds; round += 1) {
      // A file system that has just removed many files takes longer to make new ones: none is replaced.
      const output = join(folder, `round-${round}`);
      mkdirSync(output);
      times.push(await timeRound(sound, resources, output, clock));
    }
    return medianOf(times.slice(warmUps)) / (await countUnits(sound));
  });
}

async function countUnits(languages: readonly Language[]): Promise<number> {
  let units = 0;
  for (const language of languages) await eachBlock(language, () => (units += 1));
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
