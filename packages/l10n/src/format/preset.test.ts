import type { Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../testing/document-kit.js';
import { allFormats } from './all-formats.js';
import { createFormats } from './create-formats.js';
import { jsonFormat } from './json/format.js';
import { missingPreset, presetOptions } from './preset.js';

const format: Format = {
  ...jsonFormat,
  presets: [
    { id: 'inner', title: 'Inner', extends: 'inner', options: { exclude: ['own'] } },
    { id: 'inner', title: 'Inner', options: { exclude: ['b'], include: ['*'] } },
    { id: 'outer', title: 'Outer', extends: 'inner', options: { include: ['**'] } },
    { id: 'round', title: 'Round', extends: 'back', options: {} },
    { id: 'back', title: 'Back', extends: 'round', options: {} },
  ],
};
const formats = createFormats([format], [{ glob: '*.strings.json', format: 'json', preset: 'outer' }]);
const detect = (query: { readonly formatId?: string; readonly path?: string }) =>
  formats.detect({ head: Buffer.from(''), ...query });

describe('presets', () => {
  test('X24 a preset has the options of the one that it extends, and its own on top', () => {
    expect(presetOptions(format, 'outer')).toEqual({ exclude: ['own'], include: ['**'] });
  });

  test('X24 a preset that extends nothing there is, or itself in a circle, is found', () => {
    expect(missingPreset(format, 'outer')).toBeUndefined();
    expect(missingPreset(format, 'nothing')).toBe('nothing');
    expect(missingPreset(format, 'round')).toBe('round');
  });

  test.each([{ formatId: 'json:outer' }, { path: 'a.strings.json' }])(
    'X24 a file is read with the options of its preset: %o',
    async (query) => {
      const found = detect(query);
      if (found.format === undefined) throw new TypeError(found.problem);
      const { blocks } = await readDocument(found.format, '{"a":"x","own":"y"}');
      expect(blocks.map(({ translatable }) => translatable)).toEqual([true, false]);
      const asked = await readDocument(found.format, '{"a":"x","own":"y"}', { options: { exclude: ['a'] } });
      expect(asked.blocks.map(({ translatable }) => translatable)).toEqual([false, true]);
    },
  );

  test('X24 a preset that a format has not is refused, with the one that was meant', () => {
    expect(detect({ formatId: 'json:outr' })).toMatchObject({
      problem: 'the format "json" has no preset "outr"; did you mean "outer"?',
    });
    expect(() => createFormats([format], [{ glob: '*', format: 'json', preset: 'xyz' }])).toThrow(
      'Cannot read "json:xyz": the format "json" has no preset "xyz"; it has inner, outer, round, back',
    );
  });

  test.each(allFormats.filter(({ presets = [] }) => presets.length > 0))(
    'X24 the presets of $id have titles, and options that it knows',
    async (one) => {
      for (const { id, title } of one.presets ?? []) {
        expect(title).toMatch(/^\S/);
        expect(missingPreset(one, id)).toBeUndefined();
        const reading = readDocument(one, Buffer.from(''), { options: presetOptions(one, id) });
        const code = await reading.then(
          () => undefined,
          (error: { readonly code?: string }) => error.code,
        );
        expect(code).not.toBe('L10N_OPTIONS');
      }
    },
  );
});
