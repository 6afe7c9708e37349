import { createBlock, textRun, type Block, type Run } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { codeFinder } from '../format/code/code-finder.js';
import type { CodePreset } from '../format/code/code-preset.js';
import { convertPlaceholders } from './convert-placeholders.js';
import { placeholderDialectNames, type PlaceholderDialectName } from './placeholder-name.js';

function blockOf(preset: CodePreset, source: string, target?: string): Block {
  const find = codeFinder({ enabled: true, presets: [preset], rules: [], tags: true });
  const targets = target === undefined ? {} : { de: { runs: find(target).runs, status: 'translated' as const } };
  return createBlock({ id: 'a', sourceLocale: 'en', source: find(source).runs, targets });
}

const texts = ({ source, targets }: Block) => [
  dataText(source),
  ...Object.values(targets).map(({ runs }) => dataText(runs)),
];

describe('convertPlaceholders', () => {
  test.each<[CodePreset, string, PlaceholderDialectName, string]>([
    ['printf', 'Hi %s', 'icu', 'Hi {0}'],
    ['printf', 'Hi %s', 'apple', 'Hi %@'],
    ['printf', '%d of %d', 'apple', '%1$lld of %2$lld'],
    ['printf', '%2$s, %1$s', 'dotnet', '{1}, {0}'],
    ['apple', '%@ has %lld', 'android', '%1$s has %2$d'],
    ['apple', '%lld', 'i18next', '{{arg1}}'],
    ['brace', '{0} and {1}', 'android', '%1$s and %2$s'],
    ['brace', 'Hi {name}', 'ruby', 'Hi %{name}'],
    ['i18next', 'Hi {{name}}', 'icu', 'Hi {name}'],
    ['ruby', 'Hi %{name}', 'laravel', 'Hi :name'],
    ['laravel', 'Hi :name', 'chrome', 'Hi $NAME$'],
    ['chrome', 'Hi $USER$', 'i18next', 'Hi {{user}}'],
    ['chrome', '$1 of $2', 'c', '%1$s of %2$s'],
    ['python', '%(name)s', 'java', '{0}'],
    ['printf', '%.2f', 'apple', '%.2f'],
  ])('X101 %s placeholders of %j as %s are %j', (preset, text, dialect, expected) => {
    const { block, lost } = convertPlaceholders(blockOf(preset, text), dialect);
    expect([texts(block), lost]).toEqual([[expected], 0]);
  });

  test('X101 names have the positions of the source on both sides', () => {
    const { block } = convertPlaceholders(blockOf('brace', '{user} likes {thing}', '{thing} mag {user}'), 'android');
    expect(texts(block)).toEqual(['%1$s likes %2$s', '%2$s mag %1$s']);
  });

  test('X101 a value that the translation repeats keeps its position', () => {
    const { block } = convertPlaceholders(blockOf('brace', '{a}, {b}', '{b}, {b}, {a}'), 'apple');
    expect(texts(block)[1]).toBe('%2$@, %2$@, %1$@');
  });

  test('X101 forms of a plural take the same values', () => {
    const code: Run = { kind: 'ph', id: '1', type: 'code:variable', data: '%d' };
    const forms = { one: [code, textRun(' file')], other: [code, textRun(' files')] };
    const source = [{ kind: 'plural', pivot: 'n', forms } as const];
    const { block } = convertPlaceholders(createBlock({ id: 'a', sourceLocale: 'en', source }), 'icu');
    const [run] = block.source;
    if (run?.kind !== 'plural') throw new TypeError('There is no plural');
    expect([dataText(run.forms.one ?? []), dataText(run.forms.other ?? [])]).toEqual(['{0} file', '{0} files']);
  });

  test('X101 a code without a counterpart stays as it is, and is counted', () => {
    const { block, lost } = convertPlaceholders(blockOf('printf', '%5.2f and %s'), 'i18next');
    expect([texts(block), lost]).toEqual([['%5.2f and {{arg2}}'], 1]);
  });

  test.each<[CodePreset, string, PlaceholderDialectName, string]>([
    ['brace', '{0} is 5 %', 'android', '%s is 5 %%'],
    ['printf', '%s is 5 %%', 'i18next', '{{arg1}} is 5 %'],
    ['printf', "%s isn't {x}", 'icu', "{0} isn''t '{'x'}'"],
    ['printf', '%s {x}', 'dotnet', '{0} {{x}}'],
    ['ruby', '%{cost} $', 'chrome', '$COST$ $$'],
  ])('X101 text of %s beside placeholders, %j, is escaped for %s', (preset, text, dialect, expected) => {
    expect(texts(convertPlaceholders(blockOf(preset, text), dialect).block)).toEqual([expected]);
  });

  test.each(placeholderDialectNames)('X101 text without placeholders stays as it is for %s', (dialect) => {
    expect(texts(convertPlaceholders(blockOf('printf', "50 % off {it's}"), dialect).block)).toEqual([
      "50 % off {it's}",
    ]);
  });
});
