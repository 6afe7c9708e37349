import { deepFreeze } from '@helve/core';
import type { FlowDefinition, Step } from '../contract/flow-document.js';

const detectors = ['email', 'phone', 'iban', 'credit-card', 'ip', 'uuid', 'jwt', 'api-key'];

function flow(name: string, description: string, ...steps: readonly Step[]): FlowDefinition {
  return { name, description, spec: { steps } };
}

/** The flows that every installation has. */
export const builtInFlows: readonly FlowDefinition[] = deepFreeze([
  flow(
    'translate',
    'Fills targets from the translation memory, translates the rest with a model and checks the result',
    { tool: 'tm-leverage' },
    { tool: 'ai-translate' },
    { tool: 'qa-check' },
  ),
  flow('ai-translate', 'Translates with a model', { tool: 'ai-translate' }),
  flow(
    'ai-translate-qa',
    'Translates with a model and checks the result',
    { tool: 'ai-translate' },
    { tool: 'qa-check' },
  ),
  flow('pseudo-translate', 'Makes text that shows what a translation would do to the layout', {
    tool: 'pseudo-translate',
  }),
  flow('qa-check', 'Checks the targets that are there', { tool: 'qa-check' }),
  flow('tm-leverage', 'Fills targets from the translation memory', { tool: 'tm-leverage' }),
  flow(
    'secure-translate',
    'Takes private data out, translates with a model and puts it back',
    { tool: 'redact', config: { presets: detectors } },
    { tool: 'ai-translate' },
    { tool: 'unredact' },
  ),
  flow(
    'redact-pii',
    'Finds names and other private data and takes them out',
    { tool: 'ai-entity-extract' },
    { tool: 'redact', config: { detectors: ['rules', 'entities'], presets: detectors } },
  ),
  flow('count', 'Counts words, characters and segments', {
    parallel: [{ tool: 'word-count' }, { tool: 'char-count' }, { tool: 'segment-count' }],
  }),
  flow('copy', 'Copies content from one place to another'),
]);
