import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { targetStatuses, type Target } from '../../contract/block.js';
import { lossKinds } from '../../contract/loss.js';
import { arbitraryBlock } from '../../testing/content-kit.js';
import { BlockIds } from './block-id.js';
import { assertBlockLimits, blockLimits } from './block-limit.js';
import { cloneBlock, createBlock, hasLocale, findSide, sourceText, targetText, sideText } from './block.js';
import { canonicalLocale } from '../../locale/canonical-locale.js';
import { textRun } from '../run/normalise-runs.js';
import { createTarget, editedTarget, isApproved } from './target.js';
import { parseVariant, variantText } from './variant.js';

const human = { kind: 'human' } as const;
const block = createBlock({
  id: 'b1',
  source: 'Hello',
  sourceLocale: 'en',
  targets: {
    fr: createTarget([textRun('Bonjour')], { status: 'translated', origin: human }),
    'de;tone=formal': createTarget([textRun('Guten Tag')], { status: 'draft', origin: human }),
    es: createTarget([], { status: 'new', origin: human }),
    it: createTarget([textRun('')], { status: 'new', origin: human }),
  },
});

describe('a block', () => {
  test('K1 a block is plain data and survives JSON unchanged', () => {
    fc.assert(
      fc.property(arbitraryBlock({ formDepth: 2 }), (one) => {
        expect(JSON.parse(JSON.stringify(one))).toEqual(one);
      }),
    );
  });

  test('K3 createBlock freezes content and targets and leaves marks open', () => {
    const one = createBlock({
      id: 'b',
      source: [textRun('a')],
      targets: { fr: { runs: [textRun('b')], status: 'draft', origin: { kind: 'mt' } } },
    });
    const target = one.targets['fr'];
    expect([one.source, one.source[0], target, target?.runs, target?.origin].every(Object.isFrozen)).toBe(true);
    one.properties['key'] = 'x';
    one.overlays.push({ type: 'term', variant: null, layer: '', spans: [] });
    expect(one.properties).toEqual({ key: 'x' });
  });

  test('K3 cloneBlock shares frozen content and nothing that may change', () => {
    fc.assert(
      fc.property(arbitraryBlock(), (one) => {
        const before = JSON.stringify(one);
        const copy = cloneBlock(one);
        expect(copy).toEqual(one);
        expect(copy.source).toBe(one.source);
        copy.properties['new'] = '1';
        delete copy.targets['fr'];
        copy.annotations['new'] = { type: 'own' };
        copy.identity.contentHash = 'x';
        for (const overlay of copy.overlays) {
          for (const span of overlay.spans) span.props['new'] = '1';
          overlay.spans.pop();
        }
        expect(JSON.stringify(one)).toBe(before);
      }),
    );
  });

  test('createBlock refuses an empty id', () => {
    expect(() => createBlock({ id: '' })).toThrow('a block has an empty id');
  });

  test('K4 the kinds of losses are these fourteen', () => {
    expect(lossKinds.join(' ')).toBe(
      'overlay-dropped code-lost form-lost char-replaced block-skipped block-quarantined file-skipped target-protected target-rejected secret-unrestored repaired metadata-lost source-changed unit-missing',
    );
  });

  test('K15 text reads the source in its own locale and else the base variant', () => {
    expect([sideText(block, 'en'), sideText(block, 'fr'), sideText(block, 'de'), sideText(block, 'pt')]).toEqual([
      'Hello',
      'Bonjour',
      '',
      '',
    ]);
    expect([sourceText(block), targetText(block, 'fr'), targetText(block, 'en')]).toEqual(['Hello', 'Bonjour', '']);
    expect([findSide(block, 'en'), findSide(block, 'fr')]).toEqual([null, 'fr']);
    expect(sideText(createBlock({ id: 'b', source: 'x' }), '')).toBe('');
    expect(sideText(block, 'constructor')).toBe('');
  });

  test('K15 hasLocale wants a side with at least one run', () => {
    expect(['en', 'fr', 'de', 'es', 'it', 'pt'].map((locale) => hasLocale(block, locale))).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(hasLocale(createBlock({ id: 'b', sourceLocale: 'en' }), 'en')).toBe(false);
  });

  test('K17 createTarget keeps content, status, origin and score together and frozen', () => {
    const target = createTarget([textRun('a'), textRun('b')], { status: 'draft', origin: human, score: 0.5 });
    expect(target).toEqual({ runs: [textRun('ab')], status: 'draft', origin: human, score: 0.5 });
    expect(Object.isFrozen(target)).toBe(true);
  });

  test('K18 an edit takes approval away unless it keeps meaning', () => {
    const [before, after] = [[textRun('x')], [textRun('X')]];
    const made = (status: Target['status']) => createTarget(before, { status, origin: human });
    expect(targetStatuses.filter((status) => isApproved(made(status)))).toEqual(['reviewed', 'signed-off']);
    const lowered = targetStatuses.map((status) => editedTarget(made(status), after, false).status);
    expect(lowered).toEqual(['new', 'draft', 'translated', 'translated', 'translated']);
    expect(editedTarget(made('signed-off'), after, true)).toEqual({ runs: after, status: 'signed-off', origin: human });
  });

  test('K20 BlockIds numbers repeated ids and keeps the original', () => {
    const ids = new BlockIds();
    const given = ['a', 'a', 'a#3', 'a', 'a', '__proto__', '__proto__'].map((id) => {
      const properties: Record<string, string> = {};
      return [ids.claim(id, properties), properties['@document-id']];
    });
    expect(given).toEqual([
      ['a', undefined],
      ['a#2', 'a'],
      ['a#3', undefined],
      ['a#4', 'a'],
      ['a#5', 'a'],
      ['__proto__', undefined],
      ['__proto__#2', '__proto__'],
    ]);
  });

  test('K123 a block above a limit is refused and one at the limit is not', () => {
    const codes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ kind: 'ph', id: String(index), type: 'x', data: '' }) as const);
    const spans = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index), props: {} }));
    const overlays = (count: number) => [{ type: 'term', variant: null, layer: '', spans: spans(count) }];
    const { textBytes, runs, spans: most } = blockLimits;
    expect({ textBytes, runs, most }).toEqual({ textBytes: 16_777_216, runs: 100_000, most: 10_000 });
    createBlock({ id: 'b', source: 'é'.repeat(textBytes / 2) });
    expect(() => createBlock({ id: 'b', source: 'é'.repeat(textBytes / 2 + 1) })).toThrow(
      'it has 16777218 bytes of text',
    );
    expect(() =>
      createBlock({ id: 'b', source: [{ kind: 'select', pivot: 's', cases: { other: codes(runs) } }] }),
    ).toThrow('100001 runs');
    expect(() => createBlock({ id: 'b', targets: { fr: createTarget(codes(runs + 1), { status: 'new' }) } })).toThrow(
      '100001 runs',
    );
    assertBlockLimits(createBlock({ id: 'b', overlays: overlays(most) }));
    expect(() => createBlock({ id: 'b', overlays: overlays(most + 1) })).toThrow('10001 spans in one overlay');
  });
});

describe('locales and variants', () => {
  test('K6 canonicalLocale writes tags as BCP 47 wants them and refuses what is none', () => {
    expect(['EN-us', 'zh-hant-tw', 'qps', 'iw', 'en'].map(canonicalLocale)).toEqual([
      'en-US',
      'zh-Hant-TW',
      'qps',
      'he',
      'en',
    ]);
    for (const wrong of ['', 'en_US', 'e', 'not a locale', '*'])
      expect(() => canonicalLocale(wrong)).toThrow('is not a BCP 47 locale');
  });

  test('K14 variantText writes tone before channel, leaves out what is empty and encodes its own signs', () => {
    expect(variantText({ locale: 'fr-FR', channel: 'email', tone: 'formal' })).toBe('fr-FR;tone=formal;channel=email');
    expect(variantText({ locale: 'fr', tone: '' })).toBe('fr');
    expect(variantText({ locale: 'fr', tone: 'a;b=c%' })).toBe('fr;tone=a%3Bb%3Dc%25');
  });

  test('K14 parseVariant gives back what was written', () => {
    const part = fc.option(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom('fr', 'zh-Hant-TW', 'qps'), part, part, (locale, tone, channel) => {
        const key = { locale, ...(tone !== undefined && { tone }), ...(channel !== undefined && { channel }) };
        expect(parseVariant(variantText(key))).toEqual(key);
      }),
    );
    expect(parseVariant('FR-fr').locale).toBe('fr-FR');
  });

  test('K14 parseVariant refuses unknown parts, another order and empty values', () => {
    for (const wrong of [
      'fr;mood=good',
      'fr;channel=a;tone=b',
      'fr;tone=',
      'fr;tone',
      'fr;',
      'fr;tone=a=b',
      'fr;tone=a;tone=b',
    ]) {
      expect(() => parseVariant(wrong)).toThrow('is not a variant');
    }
  });
});
