import { FlowToolRegistry, registerAll } from '@helve/flow';
import { describeRegistry } from '@helve/flow/testing';
import { describe } from 'vitest';
import { inconsistencyCheck } from './inconsistency-check/inconsistency-check.js';
import { placeholderCheck } from './placeholder-check/placeholder-check.js';
import { qaCheck } from './qa-check/qa-check.js';
import { termCheck } from './term-check/term-check.js';
import { translationComparison } from './translation-comparison/translation-comparison.js';

describe('the checks in a registry', () => {
  const registry = new FlowToolRegistry();
  registerAll(registry, [inconsistencyCheck, placeholderCheck, qaCheck, termCheck, translationComparison]);
  describeRegistry(registry.seal(), {
    configs: { 'term-check': { glossary: [{ source: 'world', target: ['univers'] }] } },
  });
});
