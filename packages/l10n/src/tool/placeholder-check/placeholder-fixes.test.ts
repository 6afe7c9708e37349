import { PortTarget, type Block, type Runs } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { planFixes } from '../../check/fix-findings.js';
import { poFormat } from '../../format/po/format.js';
import { readDocument } from '../../testing/document-kit.js';
import { foundIn } from '../../testing/finding-kit.js';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { aBlock, show, variable, t } from '../../testing/runs-kit.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { qaCheck } from '../qa-check/qa-check.js';
import { tagProtect } from '../tag-protect/tag-protect.js';
import { placeholderCheck } from './placeholder-check.js';

const checked = async (block: Block, config = {}) =>
  foundIn((await runTool(placeholderCheck, [block], { config: { ...config } })).block);

/** A step that applies every fix. */
const fixAll = flowToolEntry({
  meta: {
    id: 'fix-all',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Fix all',
    description: 'Makes every fix that a finding knows.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: [{ type: 'target', side: PortTarget, optional: true }],
    writesOutput: true,
  },
  properties: {},
  create: () => ({ transform: (view) => planFixes(view, 'de', new Set()) ?? null }),
});

/** Returns the broken rules, and the target after every fix. */
async function fixed(source: Runs | string, target: Runs | string, dialect = 'auto') {
  const block = aBlock(source, { de: target });
  const steps = [{ tool: 'placeholder-check', config: { dialect } }, { tool: 'fix-all' }];
  const rules = (await checked(block, { dialect })).map(({ rule }) => rule.slice(12));
  const { block: done } = await runSteps([placeholderCheck, fixAll], steps, toParts([aBlock(source, { de: target })]));
  return [rules, show(done.targets['de']?.runs)] as const;
}

describe('placeholder-check', () => {
  test.each([
    ['Hi {name}', 'Hallo {Name}', ['missing'], 'Hallo {name}'],
    ['Scene: %s.', 'Сцена: %с.', ['missing'], 'Сцена: %s.'],
    ['Hi %s', '你好％s', ['missing'], '你好%s'],
    ['Hi %(name)s', 'Hallo % (name)s', ['missing'], 'Hallo %(name)s'],
    ['%d pages', '%s Seiten', ['type'], '%d Seiten'],
  ])('T39 %j → %j has a certain fix', async (source, target, rules, expected) => {
    expect(await fixed(source, target)).toEqual([rules, expected]);
  });

  test.each([
    ['c', '%s has %d', '%d hat %s', ['order'], '%2$d hat %1$s'],
    ['c', '%s %d %s', '%d %s %s', ['order'], '%d %s %s'],
    ['guessed', '%s has %d', '%d hat %s', ['order'], '%d hat %s'],
    ['python', '%s has %d', '%d hat %s', ['order'], '%d hat %s'],
    ['c', '%d%% of %s', '%d% von %s', ['invalid'], '%d%% von %s'],
    ['java', 'Man {0}', "L'homme {0}", ['missing'], "L''homme {0}"],
    ['guessed', '{a} {b}', '{c} {d}', ['missing', 'missing', 'extra', 'extra'], '{c} {d}'],
  ])(
    'T39 as %s, %j → %j has a fix only where there is one answer',
    async (dialect, source, target, rules, expected) => {
      expect(await fixed(source, target, dialect)).toEqual([rules, expected]);
    },
  );

  test('T39 a code of a format is rewritten as a code', async () => {
    const [rules, target] = await fixed([variable('1', '%d')], [t('a '), variable('1', '%s')]);
    expect([rules, target]).toEqual([['type'], show([t('a '), variable('1', '%d')])]);
  });

  test('T28 the sides of a value that is said less or more often differ a little only', async () => {
    const severities = async (source: string, target: string) =>
      (await checked(aBlock(source, { de: target }))).map(({ rule, severity }) => `${rule.slice(12)} ${severity}`);
    expect(await severities('{x} {x}', '{x}')).toEqual(['missing minor']);
    expect(await severities('{x}', '{x} {x}')).toEqual(['extra minor']);
    expect(await severities('%s', '%s %s')).toEqual(['extra major']);
  });

  test('T28 the type of a loose dialect may become a text, and no other', async () => {
    const severity = async (source: string, target: string, dialect: string) =>
      (await checked(aBlock(source, { de: target }), { dialect }))[0]?.severity;
    expect(await severity('%(n)d', '%(n)s', 'python')).toBe('minor');
    expect(await severity('%(n)s', '%(n)d', 'python')).toBe('critical');
    expect(await severity('%d', '%s', 'c')).toBe('critical');
    expect(await severity('%ld', '%d', 'c')).toBe('critical');
    expect(await severity('%ld', '%d', 'python')).toBeUndefined();
  });

  test('T28 a width that is a value takes a place', async () => {
    const found = await checked(aBlock('%*d %s', { de: '%2$d %3$s' }), { dialect: 'c' });
    expect(found).toEqual([]);
  });

  test('T28 a select has the cases of the source', async () => {
    const source = '{g, select, male {he} other {they}}';
    const found = await checked(aBlock(source, { de: '{g, select, mann {er} other {sie}}' }));
    expect(found.map(({ rule, subject }) => [rule, subject])).toEqual([
      ['placeholder.cases', 'male'],
      ['placeholder.cases', 'mann'],
    ]);
  });

  test('T28 a message in a text has the plural forms of its language', async () => {
    const source = '{n, plural, one {# file} other {# files}}';
    const block = aBlock(source, { pl: '{n, plural, one {# plik} other {# pliku}}' });
    const { block: done } = await runTool(placeholderCheck, [block], { targets: ['pl'] });
    expect(
      foundIn(done)
        .map(({ rule, subject }) => `${rule} ${subject}`)
        .toSorted(),
    ).toEqual(['placeholder.plural-forms few', 'placeholder.plural-forms many']);
  });

  test('T28 tags stand in pairs', async () => {
    const rules = async (source: string, target: string) =>
      (await checked(aBlock(source, { de: target }))).map(({ rule, subject }) => `${rule.slice(12)} ${subject}`);
    expect(await rules('<b>a <i>b</i></b>', '<b>a <i>b</b></i>')).toEqual(['nesting </b>']);
    expect(await rules('<b>a</b>', '<b>b</b>')).toEqual([]);
    expect(await rules('<p>a', '<p>b')).toEqual([]);
    expect(await rules('a<br>b', 'a<br>b')).toEqual([]);
    expect(await rules('see text', 'siehe <text file>')).toEqual([]);
  });

  test('T28 the flags of a catalog say what a placeholder is', async () => {
    const read = async (flags: string, source: string, target: string) => {
      const text = `msgid ""\nmsgstr ""\n"Language: de\\n"\n\n#, ${flags}\nmsgid "${source}"\nmsgstr "${target}"\n`;
      const { parts } = await readDocument(poFormat, text, { targetLocale: 'de' });
      const { blocks } = await runSteps([placeholderCheck], [{ tool: 'placeholder-check' }], parts);
      return blocks.flatMap((block) => foundIn(block).map(({ rule }) => rule.slice(12)));
    };
    expect(await read('python-format', 'Hi %(name)s', 'Hallo %(name)')).toEqual(['invalid']);
    expect(await read('no-c-format', 'about 5 %s', 'etwa 5')).toEqual([]);
    expect(await read('c-format', 'about %s', 'etwa')).toEqual(['missing']);
    expect(await read('python-brace-format', 'Hi {name}', 'Hallo {name} {')).toContain('invalid');
  });
});

describe('protected text', () => {
  const steps = async (check: typeof placeholderCheck, source: string, target: string) => {
    const config = { patterns: ['ACME \\d+', '\\[x\\] \\[x\\]'] };
    const parts = toParts([aBlock(source, { de: target })]);
    const { block } = await runSteps(
      [tagProtect, check],
      [{ tool: 'tag-protect', config }, { tool: check.name }],
      parts,
    );
    return foundIn(block).map(({ rule, subject }) => `${rule} ${subject ?? ''}`);
  };

  test('T19 placeholder-check wants protected text as it wants codes', async () => {
    expect(await steps(placeholderCheck, 'Use ACME 365 now', 'ACME 365 nutzen')).toEqual([]);
    expect(await steps(placeholderCheck, 'Use ACME 365 now', 'Spitze nutzen')).toEqual([
      'placeholder.missing ACME 365',
    ]);
  });

  test('T19 qa-check reads no numbers and no words in protected text', async () => {
    expect(await steps(qaCheck, 'Use ACME 365 now', 'Jetzt nutzen: gut')).toEqual([]);
    expect(await steps(qaCheck, 'Use OTHER 365 now', 'Jetzt nutzen: gut')).toEqual(['qa.number-mismatch 365→']);
  });
});
