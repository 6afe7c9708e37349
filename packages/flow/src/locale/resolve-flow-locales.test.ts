import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Step } from '../contract/flow-document.js';
import { standInRegistry } from '../testing/stand-in-tools.js';
import { configuredLocales } from './configured-locales.js';
import { planPasses, type LocaleNode } from './plan-passes.js';
import { resolveFlowLocales } from './resolve-flow-locales.js';

const registry = standInRegistry();
const targets = ['de', 'fr', 'ja'];

function passesOf(steps: readonly Step[], projectTargets = targets, options = {}): string[] {
  return resolveFlowLocales({ steps }, registry, 'en', projectTargets, options).map((pass) => pass.join(' '));
}

describe('resolveFlowLocales', () => {
  test('K103 no steps have no passes', () => {
    expect(passesOf([])).toEqual([]);
  });

  test('K103 the order is run targets, named pairs and defaults, whole sets, single locales', () => {
    const steps = [
      { tool: 'word-count', locales: ['sv'] },
      { tool: 'inconsistency-check', config: { acrossLocales: true } },
      { tool: 'pseudo-translate' },
      { tool: 'translation-comparison', locales: ['de', 'fr'] },
      { tool: 'ai-translate' },
    ];
    expect(passesOf(steps, ['de'])).toEqual(
      ['en de', 'en qps', 'de fr', 'en de', 'sv'].filter((pass, at, all) => all.indexOf(pass) === at),
    );
  });

  test('K103 a check takes the sets of all earlier steps that make targets', () => {
    const steps = [{ tool: 'ai-translate', locales: ['de'] }, { tool: 'pseudo-translate' }, { tool: 'qa-check' }];
    expect(passesOf(steps)).toEqual(['en de', 'en qps']);
  });

  test('K103 a check does not take the sets of a sibling branch', () => {
    expect(passesOf([{ parallel: [{ tool: 'pseudo-translate' }, { tool: 'qa-check' }] }])).toEqual([
      'en de',
      'en fr',
      'en ja',
      'en qps',
    ]);
    expect(
      passesOf([{ parallel: [{ tool: 'pseudo-translate' }, { tool: 'word-count' }] }, { tool: 'qa-check' }]),
    ).toEqual(['en qps']);
  });

  test('K103 a single locale is a pass of its own only when no other pass has it', () => {
    expect(passesOf([{ tool: 'word-count' }, { tool: 'ai-translate' }], ['de'])).toEqual(['en de']);
    expect(passesOf([{ tool: 'word-count', locales: ['fi'] }, { tool: 'ai-translate' }], ['de'])).toEqual([
      'en de',
      'fi',
    ]);
  });

  test('K104 the run outranks a single target in a config, not a pair and not the key locales', () => {
    const configured = [{ tool: 'ai-translate', config: { targetLocale: 'it' } }];
    expect(passesOf(configured)).toEqual(['en it']);
    expect(passesOf(configured, ['sv', 'fi'], { targetsFromRun: true })).toEqual(['en sv', 'en fi']);
    const pair = [{ tool: 'translation-comparison', config: { locale1: 'de', locale2: 'fr' } }];
    expect(passesOf(pair, ['sv'], { targetsFromRun: true })).toEqual(['de fr']);
    expect(passesOf([{ tool: 'ai-translate', locales: ['it'] }], ['sv'], { targetsFromRun: true })).toEqual(['en it']);
  });

  test('K104 three or more locales of a step with a pair are its targets', () => {
    expect(passesOf([{ tool: 'ai-translate', locales: ['de', 'fr', 'pt-br'] }])).toEqual([
      'en de',
      'en fr',
      'en pt-br',
    ]);
  });

  test('K104 the key locales comes before the parameters that name locales', () => {
    const schema = registry.get('translation-comparison')?.schema;
    const config = { locale1: 'de', locale2: 'fr' };
    expect(configuredLocales(['sv'], schema, config)).toEqual({ list: ['sv'], own: 'sv', targets: ['sv'] });
    expect(configuredLocales(undefined, schema, config)).toEqual({ pair: ['de', 'fr'] });
    expect(configuredLocales(undefined, schema, { locale1: 'not a locale' })).toEqual({});
  });

  test('K77 which locales a step works with is decided by the run', () => {
    for (const locales of [['de'], ['de', 'fr'], []]) {
      expect(passesOf([{ tool: 'ai-translate' }], locales)).toEqual(locales.map((locale) => `en ${locale}`));
      expect(passesOf([{ tool: 'inconsistency-check', config: { acrossLocales: true } }], locales)).toEqual([
        ['en', ...locales].join(' '),
      ]);
      expect(passesOf([{ tool: 'word-count' }], locales)).toEqual(['en']);
    }
  });
});

describe('planPasses', () => {
  const step = (node: string, tool: string): LocaleNode => ({
    kind: 'step',
    node,
    contract: registry.get(tool)?.meta ?? never(),
    configured: {},
  });

  test('K105 says for which sets each step runs, a step with one locale once', () => {
    const nodes = [
      step('1', 'segmentation'),
      step('2', 'ai-translate'),
      step('3', 'pseudo-translate'),
      step('4', 'qa-check'),
    ];
    const { passes, sets } = planPasses(nodes, { source: 'en', targets: ['de', 'fr'] });
    expect(passes).toEqual([
      ['en', 'de'],
      ['en', 'fr'],
      ['en', 'qps'],
    ]);
    expect(Object.fromEntries(sets)).toEqual({
      1: [['en']],
      2: [
        ['en', 'de'],
        ['en', 'fr'],
      ],
      3: [['en', 'qps']],
      4: [
        ['en', 'de'],
        ['en', 'fr'],
        ['en', 'qps'],
      ],
    });
  });

  test('K105 targets that files state outrank the usual target of a step, and no other', () => {
    const nodes = [step('1', 'pseudo-translate'), { ...step('2', 'ai-translate'), configured: { target: 'it' } }];
    const setsOf = (byAll: boolean) => {
      const stated = { locales: ['de', 'fr'], byAll };
      const { sets } = planPasses(nodes, { source: 'en', targets: ['de', 'fr'], stated });
      return [...sets.values()].map((some) => some.map(([, target]) => target));
    };
    expect(setsOf(true)).toEqual([['de', 'fr'], ['it']]);
    expect(setsOf(false)).toEqual([['qps', 'de', 'fr'], ['it']]);
  });

  test('K105 passes are the union of all sets, each once', () => {
    const tools = registry.list().map(({ name }) => name);
    const plain = fc.array(fc.constantFrom(...tools), { minLength: 1, maxLength: 8 });
    const locales = fc.uniqueArray(fc.constantFrom('de', 'fr', 'ja', 'qps'), { maxLength: 3 });
    fc.assert(
      fc.property(plain, locales, (names, to) => {
        const { passes, sets } = planPasses(
          names.map((name, index) => step(String(index + 1), name)),
          { source: 'en', targets: to },
        );
        const texts = passes.map((pass) => pass.join(' '));
        expect(texts).toEqual([...new Set(texts)]);
        for (const set of [...sets.values()].flat()) {
          const covered =
            set.length === 1 ? passes.some((pass) => pass.includes(set[0] ?? '')) : texts.includes(set.join(' '));
          expect(covered).toBe(true);
        }
      }),
    );
  });
});

function never(): never {
  throw new Error('The stand-in is missing');
}
