import { newPayload, type RunRange } from '@helve/flow';
import { rangeFor } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { aBlock, plural, t, variable } from '../testing/runs-kit.js';
import { annotatedBlock, annotationsIn } from './collect-annotations.js';

const made = (type: string, kind = type, side: 'source' | 'target' = 'source', layer?: string) => ({
  type,
  kind,
  side,
  steps: ['1'],
  ...(layer === undefined ? {} : { layer }),
});
const span = (id: string, range?: RunRange) => ({ id, props: {}, ...(range === undefined ? {} : { range }) });

describe('annotationsIn', () => {
  test('a span says its range in code points and its text with codes', () => {
    const block = aBlock([t('Hello 👋 '), variable('1'), t(' you')]);
    const range = rangeFor(block.source, [], 6, 9);
    block.overlays.push({ type: 'protected', variant: null, layer: '', spans: [span('a', range)] });
    const [only] = annotationsIn(block, [made('protected')]);
    expect(only).toMatchObject({ range: { start: 6, end: 9 }, side: 'source', values: [''] });
    expect(only?.text?.startsWith('👋 ')).toBe(true);
  });

  test('a span in a plural form says which', () => {
    const block = aBlock([plural({ one: 'a file', other: 'files' })]);
    const path = [{ run: 0, form: 'one' }];
    const spans = [span('s1', rangeFor(block.source, path, 2, 6))];
    block.overlays.push({ type: 'segmentation', variant: null, layer: '', spans });
    expect(annotationsIn(block, [made('segmentation', 'segment')])).toEqual([
      {
        type: 'segmentation',
        kind: 'segment',
        side: 'source',
        range: { path: '/0:one', start: 2, end: 6 },
        text: 'file',
        values: ['s1'],
      },
    ]);
  });

  test('only the side and the layer that steps write count', () => {
    const block = aBlock([t('One')]);
    block.targets['de'] = { runs: [t('Eins')], status: 'draft' };
    const overlay = (variant: string | null, layer: string, id: string) =>
      block.overlays.push({ type: 'segmentation', variant, layer, spans: [span(id)] });
    overlay(null, '', 'source');
    overlay(null, 'clauses', 'clause');
    overlay('de', '', 'target');
    const valuesOf = (...[side, layer]: ['source' | 'target', string?]) =>
      annotationsIn(block, [made('segmentation', 'segment', side, layer)]).map(({ values, variant }) => [
        values,
        variant,
      ]);
    expect(valuesOf('source')).toEqual([[['source'], undefined]]);
    expect(valuesOf('source', 'clauses')).toEqual([[['clause'], undefined]]);
    expect(valuesOf('target')).toEqual([[['target'], 'de']]);
  });

  test('annotations of the block and properties are listed, and those that say nothing are not', () => {
    const block = aBlock([t('One')]);
    block.annotations['diff'] = newPayload('diff', { status: 'modified', score: 0.8 });
    block.annotations['comparison'] = newPayload('comparison', { status: 'identical', ratio: 1, diff: [] });
    block.properties['team'] = 'web';
    const all = annotationsIn(block, [made('diff'), made('comparison'), made('property:team', 'property')]);
    expect(all.map(({ values }) => values)).toEqual([['modified, 80%'], ['team: web']]);
  });

  test('a long text is shortened', () => {
    const block = aBlock([t('x'.repeat(1_000_000))]);
    const spans = Array.from({ length: 2_000 }, (_, at) => span(`s${at}`, rangeFor(block.source, [], at, 1_000_000)));
    block.overlays.push({ type: 'segmentation', variant: null, layer: '', spans });
    const all = annotationsIn(block, [made('segmentation')]);
    expect(all).toHaveLength(2_000);
    expect(all[0]?.text).toHaveLength(199);
  });
});

test('annotatedBlock shows key and texts, and neither where content is private', () => {
  const block = aBlock([t('Hello')]);
  block.targets['de'] = { runs: [t('Hallo')], status: 'draft' };
  block.annotations['note'] = newPayload('note', { items: [{ text: 'Hello is a greeting' }] });
  const annotations = annotationsIn(block, [made('note')]);
  const shown = annotatedBlock(block, annotations, { file: 'a.json', isPrivate: false });
  expect(shown.texts?.map(({ locale }) => locale)).toEqual([block.sourceLocale, 'de']);
  const hidden = annotatedBlock(block, annotations, { file: 'a.json', isPrivate: true });
  expect(JSON.stringify(hidden)).not.toMatch(/Hello|Hallo/);
  expect(hidden.annotations).toEqual([{ type: 'note', kind: 'note', side: 'source' }]);
});
