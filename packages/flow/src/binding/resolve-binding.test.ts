import { describe, expect, test } from 'vitest';
import { readLocator } from './read-locator.js';
import { resolveBinding } from './resolve-binding.js';

describe('readLocator', () => {
  test.each([
    ['file:a.json', { kind: 'file', path: 'a.json' }],
    ['file:///abs/a.json', { kind: 'file', path: '/abs/a.json' }],
    ['store:main', { kind: 'store', path: 'main' }],
    ['store:', { kind: 'store' }],
    ['xliff:out.bin', { kind: 'interchange', format: 'xliff', path: 'out.bin' }],
    ['po:de.txt', { kind: 'interchange', format: 'po', path: 'de.txt' }],
    ['TMX:a', { kind: 'interchange', format: 'tmx', path: 'a' }],
    ['none:', { kind: 'none' }],
    ['store', { kind: 'store' }],
    ['none', { kind: 'none' }],
    ['tbx', { kind: 'interchange', format: 'tbx' }],
    ['interchange', { kind: 'interchange' }],
    ['C:\\x', { kind: 'file', path: 'C:\\x' }],
    ['http:x', { kind: 'file', path: 'http:x' }],
    ['a/b.XLF', { kind: 'interchange', path: 'a/b.XLF' }],
    ['stores', { kind: 'file', path: 'stores' }],
  ])('K106 reads %s', (text, locator) => {
    expect(readLocator(text)).toEqual(locator);
  });

  test('K106 these extensions are interchange and no others', () => {
    const kindOf = (extension: string) => readLocator(`x.${extension}`).kind;
    expect(['xliff', 'xlf', 'po', 'pot', 'tmx', 'tbx'].map(kindOf)).toEqual(Array(6).fill('interchange'));
    expect(['json', 'md', 'mo', 'polish'].map(kindOf)).toEqual(Array(4).fill('file'));
  });
});

describe('resolveBinding', () => {
  test('a bare word that is no kind of place is refused as a sink, with a suggestion', () => {
    const sink = (commandLine: string) => resolveBinding('sink', { commandLine, writesOutput: true });
    const refused = (suggestion: string) =>
      expect.objectContaining({ code: 'FLOW_OUTPUT_PATH', details: { suggestion } }) as Error;
    expect(() => sink('stroe')).toThrow(refused('Did you mean "store"?'));
    expect(() => sink('stdout')).toThrow(
      refused('Use file, store, interchange, none, or "file:stdout" for a file of that name'),
    );
    const kept = ['out/stdout', './stdout', 'out.json', '{name}', 'file:stdout', 'C:\\x'];
    expect(kept.map((text) => sink(text).kind)).toEqual(kept.map(() => 'file'));
    expect(resolveBinding('source', { commandLine: 'locales' })).toMatchObject({ kind: 'file', path: 'locales' });
  });

  test('K106 the command line comes before the project, the flow and the files', () => {
    const request = { commandLine: 'none', project: 'store:p', declared: 'interchange', inputs: ['a.json'] } as const;
    expect(resolveBinding('source', request)).toMatchObject({ kind: 'none', reason: 'set on the command line' });
    const { commandLine: _, ...project } = request;
    expect(resolveBinding('source', project)).toMatchObject({
      kind: 'store',
      path: 'p',
      reason: 'set in the project',
    });
    const { project: _project, ...declared } = project;
    expect(resolveBinding('source', declared)).toMatchObject({
      kind: 'interchange',
      reason: 'declared in the flow',
    });
    expect(resolveBinding('source', { inputs: ['a.json'] }).kind).toBe('file');
  });

  test('K106 files are interchange only when all of them are', () => {
    expect(resolveBinding('source', { inputs: ['a.po', 'b.xlf'] }).kind).toBe('interchange');
    expect(resolveBinding('source', { inputs: ['a.po', 'b.json'] }).kind).toBe('file');
    expect(resolveBinding('source', {}).kind).toBe('none');
  });

  test('K107 a flow that writes no content has no sink unless one is named', () => {
    expect(resolveBinding('sink', { inputs: ['a.json'], writesOutput: false }).kind).toBe('none');
    expect(resolveBinding('sink', { inputs: ['a.json'], writesOutput: true }).kind).toBe('file');
    expect(resolveBinding('sink', { inputs: ['a.po'], writesOutput: true }).kind).toBe('interchange');
    expect(resolveBinding('sink', { commandLine: 'out.json', writesOutput: false }).kind).toBe('file');
  });

  test('K107 a store as the sink must keep what it is given', () => {
    const request = { commandLine: 'store', writesOutput: true };
    expect(resolveBinding('sink', { ...request, storePersistent: true }).kind).toBe('store');
    expect(() => resolveBinding('sink', { ...request, storePersistent: false })).toThrow(
      'Cannot commit the result in the block store: it does not outlive the run',
    );
    expect(() => resolveBinding('sink', request)).toThrow('Cannot commit the result in the block store: there is none');
  });
});
