import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPathValue, resolvePaths, readPathValue } from './path-parameter.js';

const values = { rootDir: '/project', sourceLocale: 'en', targetLocale: 'de', outputDir: '/out' };

describe('readPathValue', () => {
  test.each([
    ['tm:main', { kind: 'resource', scheme: 'tm', name: 'main' }],
    ['terms:brand', { kind: 'resource', scheme: 'terms', name: 'brand' }],
    ['srx:default', { kind: 'resource', scheme: 'srx', name: 'default' }],
    ['${rootDir}/${sourceLocale}-${targetLocale}.tmx', { kind: 'path', path: '/project/en-de.tmx' }],
    ['${outputDir}/x', { kind: 'path', path: '/out/x' }],
    ['C:\\rules\\x.srx', { kind: 'path', path: 'C:\\rules\\x.srx' }],
    ['memory', { kind: 'path', path: 'memory' }],
  ])('K110 reads %s', (text, value) => {
    expect(readPathValue(text, values, 'sample')).toEqual(value);
  });

  test.each([
    ['${home}/x', 'there is no variable "${home}", only "rootDir", "sourceLocale", "targetLocale", "outputDir"'],
    ['https://example.com/x', '"https:" is not a kind of resource, only "tm", "terms", "srx"'],
    ['tm:', '"tm:" names no resource'],
  ])('K110 refuses %s', (text, problem) => {
    expect(checkPathValue(text)).toBe(problem);
    expect(() => readPathValue(text, values, 'sample')).toThrow(`Cannot configure "sample": ${problem}`);
  });

  test('K110 refuses a variable that has no value in the run', () => {
    expect(() => readPathValue('${targetLocale}.tmx', {}, 'sample')).toThrow(
      '"${targetLocale}" has no value in this run',
    );
  });
});

test('K110 paths of a config are seen from a folder, resources and other parameters stay', () => {
  const path = { type: 'string', 'x-path': 'in' } as const;
  const schema = {
    $id: 'x',
    $version: '1',
    title: 'x',
    description: 'x',
    type: 'object',
    properties: { rules: path, more: { type: 'array', 'x-path': 'in' }, srx: path, text: { type: 'string' } },
    additionalProperties: false,
  } as const;
  const config = { rules: 'a.json', more: ['${rootDir}/b', '/c'], srx: 'srx:default', text: 'a.json' };
  expect(resolvePaths(schema, config, '/project')).toEqual({
    rules: resolve('/project/a.json'),
    more: [resolve('/project/b'), resolve('/c')],
    srx: 'srx:default',
    text: 'a.json',
  });
});
