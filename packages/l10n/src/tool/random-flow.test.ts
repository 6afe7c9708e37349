import { compileFlow, FlowToolRegistry, registerAll, type Step } from '@helve/flow';
import { arbitraryBlock } from '@helve/flow/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runSteps, toParts } from '../testing/run-tool.js';
import { createMemoryVault } from '../vault/create-memory-vault.js';
import { loadTools } from './tool-table.js';

const allTools = await loadTools();

/** Tools that need nothing but content, and others with what they need. */
const steps: readonly Step[] = [
  { tool: 'pseudo-translate' },
  { tool: 'case-transform', config: { mode: 'upper' } },
  { tool: 'search-replace', config: { rules: [{ search: 'e', replace: 'ee' }] } },
  { tool: 'create-target' },
  { tool: 'remove-target' },
  { tool: 'inline-codes-remove' },
  { tool: 'segmentation' },
  { tool: 'word-count' },
  { tool: 'char-count' },
  { tool: 'segment-count' },
  { tool: 'repetition-analysis' },
  { tool: 'placeholder-check' },
  { tool: 'inconsistency-check' },
  { tool: 'qa-check' },
  { tool: 'linebreak-convert' },
  { tool: 'redact', config: { rules: [{ term: 'a', category: 'letter' }] } },
  { tool: 'unredact', config: { vault: 'v' } },
  { tool: 'ai-translate', config: { provider: 'demo' } },
];
const step = fc.constantFrom(...steps);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: step },
  { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 3 }).map((parallel) => ({ parallel })) },
);

describe('a random flow', () => {
  test('K100 fails the checks or runs to its end', async () => {
    const registry = new FlowToolRegistry();
    registerAll(registry, allTools);
    const env = { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'store' } } as const;
    const seen = { refused: 0, run: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 1, maxLength: 5 }),
        fc.array(arbitraryBlock(), { maxLength: 3 }),
        async (list, blocks) => {
          const { plan } = compileFlow({ name: 'random', spec: { steps: list } }, registry, env);
          seen[plan === undefined ? 'refused' : 'run'] += 1;
          if (plan === undefined) return;
          const named = blocks.map((block, index) => ({ ...block, id: `b${index}` }));
          const { report } = await runSteps(allTools, list, toParts(named), { vault: createMemoryVault() });
          expect(report.documents.map(({ error }) => error)).toEqual([undefined]);
        },
      ),
      { numRuns: 40 },
    );
    expect(Math.min(seen.refused, seen.run)).toBeGreaterThan(0);
  });
});
