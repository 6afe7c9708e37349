import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultOutputTemplate, outputPath, planOutputs, type OutputSource } from './output-path.js';

const facts = { input: 'src/app/en.messages.json', lang: 'de', root: 'src' };
const locales = { sourceLocale: 'en', targetLocales: ['de', 'fr'] };

describe('outputPath', () => {
  test.each([
    [defaultOutputTemplate, 'src/app/en.messages_de.json'],
    ['out/{lang}/{relpath}', 'out/de/app/en.messages.json'],
    ['{dir}/{lang}{ext}', 'src/app/de.json'],
    ['all.json', 'all.json'],
    ['out/{lang}/{relpath}{ext}', 'out/de/app/en.messages.json'],
    ['out/{relpath}.{lang}{ext}', 'out/app/en.messages.de.json'],
    ['out/{relpath}.{lang}.json', 'out/app/en.messages.de.json'],
    ['out/{relpath}.txt', 'out/app/en.messages.json.txt'],
  ])('K108 fills %s in', (template, path) => {
    expect(outputPath(template, facts)).toBe(path);
  });

  test('K108 {relpath} of a file outside of the working folder stays below the folder of the outputs', () => {
    expect(outputPath('out/{relpath}', { input: '/data/src/a.json', lang: 'de', root: '/home/me/work' })).toBe(
      'out/data/src/a.json',
    );
  });

  test('K108 {dir} behind a prefix stays below it', () => {
    const folders = { lang: 'de', root: '/home/me/work' };
    expect(outputPath('out/{dir}/x.json', { input: '/home/me/work/src/a.json', ...folders })).toBe('out/src/x.json');
    expect(outputPath('out/{dir}/x.json', { input: '/home/me/other/a.json', ...folders })).toBe('out/other/x.json');
  });

  test('K108 a file without a folder stays beside the others', () => {
    expect(outputPath(defaultOutputTemplate, { input: 'a.json', lang: 'de' })).toBe('a_de.json');
  });

  test('K108 refuses a token that does not exist', () => {
    expect(() => outputPath('{locale}.json', facts)).toThrow(
      'Cannot write "{locale}.json": there is no {locale}, only {dir} {name} {ext} {lang} {relpath}',
    );
  });
});

describe('planOutputs', () => {
  const paths = (sources: readonly OutputSource[], options = {}) =>
    planOutputs(sources, { ...locales, ...options }).map(({ path, target }) => `${path} ${target ?? '-'}`);

  test('K108 monolingual and bilingual formats have a file per target, multilingual ones have one', () => {
    expect(paths([{ input: 'a.json', kind: 'monolingual' }])).toEqual(['a_de.json de', 'a_fr.json fr']);
    expect(paths([{ input: 'a.xlf', kind: 'bilingual' }])).toEqual(['a_de.xlf de', 'a_fr.xlf fr']);
    expect(paths([{ input: 'a.tmx', kind: 'multilingual' }])).toEqual(['a_mul.tmx -']);
  });

  test('X25 a format with places of its own has them where no template is named', () => {
    const rules = {
      localePath: (path: string, _: string, target: string) => path.replace('values', `values-${target}`),
    };
    const source = { input: 'values/a.xml', kind: 'monolingual', rules } as const;
    expect(paths([source])).toEqual(['values-de/a.xml de', 'values-fr/a.xml fr']);
    expect(paths([source], { template: '{name}.{lang}{ext}' })).toEqual(['a.de.xml de', 'a.fr.xml fr']);
    expect(paths([{ ...source, rules: { localePath: () => undefined } }], { targetLocales: ['de'] })).toEqual([
      'values/a_de.xml de',
    ]);
  });

  test('K108 without a target there is one file with the source side', () => {
    expect(paths([{ input: 'a.json', kind: 'monolingual' }], { targetLocales: [] })).toEqual(['a_en.json -']);
  });

  test('K108 one file written in two ways is one output', () => {
    const inputs = ['a.json', resolve('a.json')].map((input) => ({ input, kind: 'monolingual' }) as const);
    expect(() => paths(inputs)).toThrow('both "a.json" and');
  });

  test('K108 two inputs that lead to one output are an error before work starts', () => {
    const sources: OutputSource[] = [
      { input: 'a/x.json', kind: 'monolingual' },
      { input: 'b/x.json', kind: 'monolingual' },
    ];
    expect(() => paths(sources, { template: 'out/./{name}_{lang}{ext}' })).toThrow(
      'Cannot write "out/x_de.json": both "a/x.json" and "b/x.json" lead there',
    );
    expect(() => paths(sources.slice(0, 1), { template: 'out.json' })).toThrow(
      'the targets de and fr of "a/x.json" both lead there, so the template needs {lang}',
    );
  });
});
