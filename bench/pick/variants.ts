import { performance } from 'node:perf_hooks';

import type { Variants } from '../kit/run-variants.js';
import { loadPickData, manyTools } from './questions.js';

/** Variants to measure, each in a process of its own. */
export const pickVariants: Variants = {
  'one question, 2886 tools': async () => {
    const { tools, questions } = loadPickData();
    return (await perQuestion(tools, questions, 5)).mean * 1_000;
  },
  'floor: plain BM25, one question': async () => {
    const { plainBm25 } = await import('./rankers.js');
    const { tools, questions } = loadPickData();
    const rank = plainBm25(tools);
    for (const { text } of questions) await rank(text, 10);
    const began = performance.now();
    for (const { text } of questions) await rank(text, 10);
    return ((performance.now() - began) * 1_000) / questions.length;
  },
  'one question, 10000 tools: 95th percentile': async () => {
    const data = loadPickData();
    return (await perQuestion(manyTools(data, 10_000), data.questions, 2)).p95;
  },
  'index 1000 tools': () => indexing(1_000),
  'index 10000 tools': () => indexing(10_000),
  'index 10000 tools and pick once': () => indexing(10_000, true),
};

type Tools = ReturnType<typeof manyTools>;
type Questions = ReturnType<typeof loadPickData>['questions'];

/** Milliseconds per question after a warm-up. */
async function perQuestion(tools: Tools, questions: Questions, rounds: number) {
  const { createToolIndex } = await import('@helve/agent');
  const index = createToolIndex(tools);
  const took: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const { text } of questions) {
      const began = performance.now();
      await index.pick(text, { maxCandidates: 10 });
      if (round > 0) took.push(performance.now() - began);
    }
  }
  took.sort((a, b) => a - b);
  const mean = took.reduce((sum, value) => sum + value, 0) / took.length;
  return { mean, p95: took[Math.floor(took.length * 0.95)] ?? NaN };
}

async function indexing(count: number, pick = false): Promise<number> {
  const { createToolIndex } = await import('@helve/agent');
  const tools = manyTools(loadPickData(), count);
  globalThis.gc?.();
  const began = performance.now();
  const index = createToolIndex(tools);
  if (pick) await index.pick('What is the weather in Boston tomorrow?');
  return performance.now() - began;
}
