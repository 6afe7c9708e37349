import type { Branch } from '../contract/flow-document.js';

/** Branches of one `parallel`, and the rules that they break: `rule node`. */
export interface ParallelVector {
  readonly title: string;
  readonly branches: readonly Branch[];
  readonly says: readonly string[];
}

/** Flows with branches that may or may not run in parallel, on an interchange file from `en` to `de fr`. */
export const parallelVectors: readonly ParallelVector[] = [
  { title: 'counts run side by side', branches: [{ tool: 'word-count' }, { tool: 'char-count' }], says: [] },
  {
    title: 'checks run side by side, their findings are different ports',
    branches: [{ tool: 'qa-check' }, { tool: 'term-check' }],
    says: [],
  },
  {
    title: 'one check twice writes one port',
    branches: [{ tool: 'qa-check' }, { tool: 'qa-check' }],
    says: ['parallel-port-conflict 1.b2.1'],
  },
  {
    title: 'one check twice for different locales writes different ports',
    branches: [
      { tool: 'qa-check', locales: ['de'] },
      { tool: 'qa-check', locales: ['fr'] },
    ],
    says: [],
  },
  {
    title: 'two translations of the same targets conflict',
    branches: [{ tool: 'ai-translate' }, { tool: 'pseudo-translate' }],
    says: ['parallel-content-conflict 1.b2.1'],
  },
  {
    title: 'two translations of different targets do not conflict',
    branches: [
      { tool: 'ai-translate', locales: ['de'] },
      { tool: 'ai-translate', locales: ['fr'] },
    ],
    says: [],
  },
  {
    title: 'a check beside the translation of its targets has no anchor',
    branches: [{ tool: 'pseudo-translate' }, { tool: 'qa-check' }],
    says: ['parallel-anchor-conflict 1.b2.1'],
  },
  {
    title: 'a check before the translation of its targets, in another branch, has no anchor either',
    branches: [{ tool: 'qa-check' }, { tool: 'pseudo-translate' }],
    says: ['parallel-anchor-conflict 1.b1.1'],
  },
  {
    title: 'a check beside the translation of other targets is fine',
    branches: [
      { tool: 'pseudo-translate', locales: ['fr'] },
      { tool: 'qa-check', locales: ['de'] },
    ],
    says: [],
  },
];
