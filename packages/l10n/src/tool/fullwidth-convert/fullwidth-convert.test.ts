import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t } from '../../testing/runs-kit.js';
import { fullwidthConvert } from './fullwidth-convert.js';
import { createWidthFinder, type WidthOptions } from './create-width-finder.js';

const half = { mode: 'to-half', includeSLA: false, includeLLS: false, includeKatakana: true } as const;
const full = { ...half, mode: 'to-full' } as const;

function widthText(text: string, options: WidthOptions): string {
  let formed = '';
  let at = 0;
  for (const change of createWidthFinder(options)(text)) {
    formed += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return formed + text.slice(at);
}

describe('createWidthFinder', () => {
  test('T51 letters, digits, signs and spaces become half-width', () => {
    expect(widthText('Ｈｅｌｌｏ，　１２３！～', half)).toBe('Hello, 123!~');
    expect(widthText('日本　カタカナ', half)).toBe('日本 カタカナ');
  });

  test('T51 letters, digits, signs and spaces become full-width', () => {
    expect(widthText('Hi, 12!~', full)).toBe('Ｈｉ，　１２！～');
  });

  test('T51 both ways lead back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'Z', '9', '!', ' ', '~', '日') }), (text) => {
        expect(widthText(widthText(text, full), half)).toBe(text);
      }),
    );
  });

  test('T51 squared abbreviations and letter-like symbols are spelled out when that is wanted', () => {
    expect(widthText('5㎏ ℃', half)).toBe('5㎏ ℃');
    expect(widthText('5㎏ ℃', { ...half, includeSLA: true })).toBe('5kg ℃');
    expect(widthText('5㎏ ℃ ™', { ...half, includeLLS: true })).toBe('5㎏ °C TM');
  });

  test('T51 half-width katakana become full-width, with their sound marks', () => {
    expect(widthText('ｶﾞｷﾞﾊﾟｰ｡', full)).toBe('ガギパー。');
    expect(widthText('ｶﾞ', { ...full, includeKatakana: false })).toBe('ｶﾞ');
  });

  test('T3 arguments, tags and addresses stay', () => {
    expect(widthText('a {name} %s <b> https://x.y/z', full)).toBe('ａ　{name}　%s　<b>　https://x.y/z');
  });
});

describe('fullwidth-convert', () => {
  test('T51 works on targets, in every form, and keeps codes', async () => {
    const content = [...bold('1', t('Ａ')), t('　'), plural({ one: 'Ｂ', other: 'Ｃ' })];
    const { block } = await runTool(fullwidthConvert, [aBlock(content, { ja: content })], { targets: ['ja'] });
    expect(show(block.targets['ja']?.runs)).toBe('<x id="1"/>A<x id="/1"/> {one[B] other[C]}');
    expect(show(block.source)).toContain('Ａ');
  });

  test('T51 a mark on the text stays', async () => {
    const block = aBlock('x', { ja: 'ｶﾞ ab' }, { status: 'signed-off' });
    const range = { startRun: 0, startOffset: 0, endRun: 0, endOffset: 2 };
    block.overlays.push({ type: 'term', variant: 'ja', layer: '', spans: [{ id: 't', range, props: {} }] });
    const { block: after } = await runTool(fullwidthConvert, [block], { config: { mode: 'to-full' }, targets: ['ja'] });
    expect(after.targets['ja']).toMatchObject({ status: 'signed-off', runs: [{ text: 'ガ　ａｂ' }] });
    expect(after.overlays[0]?.spans[0]?.range).toMatchObject({ startOffset: 0, endOffset: 1 });
  });

  test('T51 each option is heard', async () => {
    const run = async (config: object) => {
      const block = aBlock('㎏℃', { ja: 'ｶ' });
      const { block: after } = await runTool(fullwidthConvert, [block], { config: { ...config }, targets: ['ja'] });
      return [show(after.source), show(after.targets['ja']?.runs)];
    };
    const source = { applySource: true, applyTarget: false };
    expect(await run({ ...source, includeSLA: true })).toEqual(['kg℃', 'ｶ']);
    expect(await run({ ...source, includeLLS: true })).toEqual(['㎏°C', 'ｶ']);
    expect(await run({ mode: 'to-full' })).toEqual(['㎏℃', 'カ']);
    expect(await run({ mode: 'to-full', includeKatakana: false })).toEqual(['㎏℃', 'ｶ']);
  });
});
