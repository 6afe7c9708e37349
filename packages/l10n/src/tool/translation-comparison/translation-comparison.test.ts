import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { aBlock, bold, plural, t, variable } from '../../testing/runs-kit.js';
import { diffTokens } from './diff-tokens.js';
import { translationComparison } from './translation-comparison.js';

type Content = Parameters<typeof aBlock>[0];

async function compared(first: Content | undefined, second: Content | undefined, config = {}) {
  const targets = { ...(first === undefined ? {} : { de: first }), ...(second === undefined ? {} : { fr: second }) };
  const { block } = await runTool(translationComparison, [aBlock('source', targets)], {
    config: { locale1: 'de', locale2: 'fr', ...config },
    targets: ['de', 'fr'],
  });
  return block.annotations['comparison'];
}

describe('translation-comparison', () => {
  test('T35 equal texts are identical', async () => {
    expect(await compared('one two', 'one two')).toEqual({
      type: 'comparison',
      status: 'identical',
      ratio: 1,
      diff: [
        {
          op: 'equal',
          Trans1: { text: 'one two', start: 0, end: 7 },
          Trans2: { text: 'one two', start: 0, end: 7 },
        },
      ],
    });
  });

  test('T35 the diff goes by words, with places on both sides', async () => {
    expect(await compared('one two three', 'one deux three four')).toMatchObject({
      status: 'different',
      ratio: (2 * 4) / 12,
      diff: [
        { op: 'equal', Trans1: { text: 'one ', start: 0, end: 4 } },
        { op: 'replace', Trans1: { text: 'two', start: 4, end: 7 }, Trans2: { text: 'deux', start: 4, end: 8 } },
        { op: 'equal', Trans1: { start: 7, end: 13 }, Trans2: { start: 8, end: 14 } },
        { op: 'insert', Trans1: { text: '', start: 13, end: 13 }, Trans2: { text: ' four', start: 14, end: 19 } },
      ],
    });
  });

  test('T35 what is missing is told', async () => {
    expect(await compared(undefined, 'a')).toEqual({ type: 'comparison', status: 'missing-1', ratio: 0, diff: [] });
    expect(await compared('a', undefined)).toMatchObject({ status: 'missing-2' });
    expect(await compared(undefined, undefined)).toMatchObject({ status: 'missing-both' });
  });

  test('T35 case, white space and punctuation may be left out of account', async () => {
    const status = async (first: string, second: string, config = {}) =>
      (await compared(first, second, config))?.['status'];
    expect(await status('One', 'one')).toBe('different');
    expect(await status('One', 'one', { caseSensitive: false })).toBe('identical');
    expect(await status('a b', 'a  b')).toBe('different');
    expect(await status('a b', 'a  b', { whitespaceSensitive: false })).toBe('identical');
    expect(await status('a, b', 'a b!')).toBe('different');
    expect(await status('a, b', 'a b!', { punctuationSensitive: false })).toBe('identical');
  });

  test('T35 codes are compared by type, or as they are written', async () => {
    const first = [t('a '), variable('1', '%s'), ...bold('2', t('b'))];
    const second = [t('a '), variable('1', '{x}'), ...bold('2', t('b'))];
    expect(await compared(first, second)).toMatchObject({ status: 'identical' });
    expect(await compared(first, second, { genericCodes: false })).toMatchObject({
      status: 'different',
      diff: [{}, { op: 'replace', Trans1: { text: '%s', start: 2, end: 3 }, Trans2: { text: '{x}' } }, {}],
    });
  });

  test('T35 forms are compared each with its like', async () => {
    const forms = (other: string) => [plural({ one: 'a', other })];
    expect(await compared(forms('x'), forms('y'))).toMatchObject({
      diff: [{ op: 'equal' }, { path: '/0:one', op: 'equal' }, { path: '/0:other', op: 'replace' }],
    });
  });

  test('T35 labels name the sides, in the diff and in the report', async () => {
    const block = aBlock('s', { de: 'a b', fr: 'a c' });
    const { report, block: after } = await runTool(
      translationComparison,
      [block, aBlock('s', { de: 'a' }, { id: 'b2' })],
      {
        config: { locale1: 'de', locale2: 'fr', label1: 'old', label2: 'new' },
        targets: ['de', 'fr'],
      },
    );
    expect(after.annotations['comparison']).toMatchObject({ diff: [{ old: { text: 'a ' }, new: { text: 'a ' } }, {}] });
    const totals = { blocks: 2, different: 1, 'missing-2': 1, ratio: (2 * 2) / 6 / 2 };
    expect(report.reports['translation-comparison']).toEqual({
      labels: ['old', 'new'],
      totals,
      documents: [{ file: 'test.txt', ...totals }],
    });
  });

  test('T35 labels differ from each other and from the other members of a difference', async () => {
    await expect(compared('a', 'a', { label1: 'x', label2: 'x' })).rejects.toThrow('two different labels');
    await expect(compared('a', 'a', { label1: 'op' })).rejects.toThrow('label "op" is reserved');
    await expect(compared('a', 'a', { label2: 'path' })).rejects.toThrow('label "path" is reserved');
  });

  test('T35 what one side lacks has a place there too, and a text that is empty has one', async () => {
    expect(await compared('one two', 'two')).toMatchObject({
      diff: [
        { op: 'delete', Trans1: { text: 'one ', start: 0, end: 4 }, Trans2: { text: '', start: 0, end: 0 } },
        { op: 'equal', Trans2: { text: 'two', start: 0, end: 3 } },
      ],
    });
    expect(await compared('', 'a')).toMatchObject({
      status: 'different',
      diff: [{ op: 'insert', Trans1: { text: '', start: 0, end: 0 }, Trans2: { text: 'a' } }],
    });
  });

  test('T35 the key locales of a step names the pair, and the source may be one of it', async () => {
    const steps = [{ tool: 'translation-comparison', locales: ['en', 'fr'] }];
    const { block } = await runSteps([translationComparison], steps, toParts([aBlock('same', { fr: 'same' })]), {
      targets: ['fr'],
    });
    expect(block.annotations['comparison']).toMatchObject({ status: 'identical' });
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const { block } = await runTool(translationComparison, [aBlock('a', { de: 'b' }, { translatable: false })]);
    expect(block.annotations).toEqual({});
  });
});

describe('diffTokens', () => {
  test('T35 gives back both lists, whatever they are, and never calls different tokens equal', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (first, second) => {
        const diff = diffTokens(first, second);
        expect(diff.flatMap(({ first: [start, end] }) => first.slice(start, end))).toEqual(first);
        expect(diff.flatMap(({ second: [start, end] }) => second.slice(start, end))).toEqual(second);
        for (const { op, first: one, second: other } of diff) {
          if (op === 'equal') expect(first.slice(...one)).toEqual(second.slice(...other));
        }
      }),
    );
  });

  test('T35 two texts too long for a table count as replaced in the middle', () => {
    const words = (prefix: string) => ['same', ...Array.from({ length: 2100 }, (_, at) => `${prefix}${at}`), 'same'];
    expect(diffTokens(words('a'), words('b')).map(({ op }) => op)).toEqual(['equal', 'replace', 'equal']);
  });
});
