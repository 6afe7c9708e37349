import { describe, expect, test } from 'vitest';
import { textRun } from '../run/normalise-runs.js';
import { annotationPayloads } from './annotation-key.js';
import { annotationKind, isCounted, newPayload, registerPayload, showAnnotation } from './payload.js';
import { OverlayType } from '../../contract/overlay.js';

describe('showAnnotation', () => {
  test('a term says its target terms by language, and what to use instead of it', () => {
    const term = newPayload('term', {
      text: 'basket',
      targets: [
        { text: 'Warenkorb', locale: 'de', status: 'preferred' },
        { text: 'Korb', locale: 'de' },
        { text: 'panier', locale: 'fr' },
      ],
    });
    const span = { id: 't1', props: { useInstead: 'cart' } };
    expect(showAnnotation('term', term, span)).toEqual({
      kind: 'term',
      texts: ['use "cart" instead', 'de: Warenkorb (preferred), Korb', 'fr: panier'],
    });
  });

  test('a segment says its id, and that it is copied as it is', () => {
    expect(showAnnotation('segmentation', undefined, { id: 's2', props: {} })).toEqual({
      kind: 'segment',
      texts: ['s2'],
    });
    const ignorable = { id: 's3', props: { ignorable: 'true' } };
    expect(showAnnotation('segmentation', undefined, ignorable).texts).toEqual(['s3, ignorable']);
  });

  test('a proposal says its text, score and origin', () => {
    const items = [{ target: [textRun('Hallo')], locale: 'de', score: 0.87, matchType: 'fuzzy' as const }];
    const shown = showAnnotation('alt-translation', newPayload('alt-translations', { items }));
    expect(shown).toEqual({ kind: 'proposal', texts: ['de: Hallo (87%, fuzzy)'] });
  });

  test('what is not worth a line says nothing', () => {
    const unique = newPayload('repetition', { status: 'unique', group: 'g', count: 1, index: 0 });
    expect(showAnnotation('repetition', unique).texts).toEqual([]);
    const identical = newPayload('comparison', { status: 'identical', ratio: 1, diff: [] });
    expect(showAnnotation('comparison', identical).texts).toEqual([]);
  });

  test('a payload of a plugin is shown as it was registered, and by its fields without', () => {
    const view = { kind: 'mood', show: () => ['cheerful'] };
    registerPayload('test-view', { type: 'object' }, { view });
    registerPayload('test-fields', { type: 'object' });
    expect(showAnnotation('test-view', newPayload('test-view', {}))).toEqual({ kind: 'mood', texts: ['cheerful'] });
    const plain = newPayload('test-fields', { tone: 'dry', level: 3 });
    expect(showAnnotation('test-fields', plain)).toEqual({ kind: 'test-fields', texts: ['tone: dry, level: 3'] });
    expect(showAnnotation('unheard-of', { type: 'unheard-of', a: [1] }).texts).toEqual(['a: [1]']);
  });
});

test('annotationKind has a word for every annotation key and overlay type', () => {
  const kinds = [...Object.keys(annotationPayloads), ...Object.values(OverlayType)].map(annotationKind);
  expect(kinds).toContain('proposal');
  expect(kinds).toContain('finding');
  expect(kinds.filter((kind) => !/^[a-z][a-z -]*$/.test(kind))).toEqual([]);
});

test('isCounted is true where a tool reports totals', () => {
  expect(['word-count', 'repetition', 'term', 'segmentation'].map(isCounted)).toEqual([true, true, false, false]);
});
