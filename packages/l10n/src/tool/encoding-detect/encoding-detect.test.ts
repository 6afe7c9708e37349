import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertPlan, compileFlow, FlowToolRegistry, registerAll, runFlow, type Part } from '@helve/flow';
import iconv from 'iconv-lite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { detectEncoding } from '../../format/text/detect-encoding.js';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { aBlock, plural, t } from '../../testing/runs-kit.js';
import { encodingDetect } from './encoding-detect.js';

const factsOf = async (text: string) => (await runTool(encodingDetect, [text])).block.annotations['encoding'];

describe('encoding-detect', () => {
  test.each([
    ['plain', { ascii: true, latin1: true, bmp: true, scripts: ['Latin'], smallest: 'us-ascii' }],
    ['déjà', { ascii: false, latin1: true, bmp: true, scripts: ['Latin'], smallest: 'latin1' }],
    ['5 €', { ascii: false, latin1: false, bmp: true, scripts: [], smallest: 'windows-1252' }],
    ['Łódź', { latin1: false, scripts: ['Latin'], smallest: 'iso-8859-2' }],
    ['Привет, world', { scripts: ['Cyrillic', 'Latin'], smallest: 'iso-8859-5' }],
    ['日本語カナ', { scripts: ['Han', 'Katakana'], smallest: 'shift_jis' }],
    ['한국어', { scripts: ['Hangul'], smallest: 'euc-kr' }],
    ['жא', { scripts: ['Cyrillic', 'Hebrew'], smallest: 'utf-8' }],
    ['😀', { bmp: false, scripts: [], smallest: 'utf-8' }],
  ])('T48 %s needs what it needs', async (text, facts) => {
    expect(await factsOf(text)).toMatchObject({ type: 'encoding', ...facts });
  });

  test('T48 every form counts', async () => {
    const { block } = await runTool(encodingDetect, [aBlock([t('a'), plural({ one: 'é', other: 'x' })])]);
    expect(block.annotations['encoding']).toMatchObject({ smallest: 'latin1' });
  });

  test('T48 without a file, the layer is as its reader found it', async () => {
    const found = async (facts: object) => {
      const parts = toParts(['a']).map((part): Part => {
        return part.kind === 'layer-start' ? { ...part, layer: { ...part.layer, ...facts } } : part;
      });
      return (await runSteps([encodingDetect], [{ tool: 'encoding-detect' }], parts)).layer.annotations['encoding'];
    };
    const lines = { lineBreak: 'crlf' };
    expect(await found({ ...lines })).toMatchObject({ encoding: 'utf-8', confidence: 0.99, by: 'utf-8', ...lines });
    expect(await found({ encoding: 'utf-16le', bom: true })).toMatchObject({ confidence: 1, by: 'bom', bom: true });
    expect(await found({ encoding: 'koi8-r' })).toMatchObject({ encoding: 'koi8-r', confidence: 0.5, by: 'reader' });
  });

  test('T48 with a file, its bytes are asked, and the report says it by document', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helve-encoding-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'a.txt');
    writeFileSync(path, iconv.encode('Съешь же ещё этих мягких французских булок, да выпей чаю', 'koi8-r'));
    const registry = new FlowToolRegistry();
    registerAll(registry, [encodingDetect]);
    const flow = { name: 'test', spec: { steps: [{ tool: 'encoding-detect' }] } };
    const plan = assertPlan(compileFlow(flow, registry, { sourceLocale: 'ru', source: { kind: 'store' } }));
    const document = {
      id: 'a.txt',
      path,
      async *read() {
        yield* toParts(['ж', 'a']);
      },
      outputs: [],
    };
    const { reports } = await runFlow(plan, { documents: [document] }, { tools: registry });
    expect(reports['encoding-detect']).toMatchObject({
      totals: { blocks: 2, smallest: { 'iso-8859-5': 1, 'us-ascii': 1 } },
      documents: [{ file: 'a.txt', encoding: 'koi8-r', by: 'statistics', bom: false, lineBreak: 'lf', blocks: 2 }],
    });
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const { block } = await runTool(encodingDetect, [aBlock('x', {}, { translatable: false })]);
    expect(block.annotations).toEqual({});
  });
});

const russian = 'Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация южных губерний';
const german = 'Falsches Üben von Xylophonmusik quält jeden größeren Zwerg über Äcker und Öfen';

describe('detectEncoding', () => {
  test.each([
    ['windows-1251', russian],
    ['koi8-r', russian],
    ['windows-1252', german],
    ['windows-1253', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία και τρέχω προς τη θάλασσα'],
    ['koi8-u', 'Чуєш їх, доцю, га? Кумедна ж ти, прощайся без ґольфів!'],
    ['windows-1257', 'Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą'],
    ['windows-874', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน'],
    ['windows-1255', 'דג סקרן שט בים מאוכזב ולפתע מצא חברה נעימה'],
    ['shift_jis', 'いろはにほへとちりぬるを。日本語の文章です。カタカナもあります'],
    ['euc-jp', 'いろはにほへとちりぬるを。日本語の文章です。カタカナもあります'],
    ['big5', '這是一段繁體中文的文字，用來測試編碼的偵測是否正確'],
    ['euc-kr', '키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다'],
  ])('T48 knows %s by its letters', async (encoding, text) => {
    expect(await detectEncoding(iconv.encode(text, encoding))).toMatchObject({ encoding, by: 'statistics' });
  });

  test('T48 keys and markup around a few words do not make them Western', async () => {
    const lines = (text: string) => `<resources>\n${'  <item name="plain">Plain text</item>\n'.repeat(200)}${text}`;
    const [word = ''] = russian.split('.');
    expect(await detectEncoding(iconv.encode(lines(word), 'windows-1251'))).toMatchObject({ encoding: 'windows-1251' });
    expect(await detectEncoding(iconv.encode(lines('貼上 複製 設定 語言'), 'big5'))).toMatchObject({
      encoding: 'big5',
    });
  });

  test('T48 the mark, the declaration and strict UTF-8 come before statistics', async () => {
    const of = (text: string, encoding = 'utf-8') => detectEncoding(iconv.encode(text, encoding));
    expect(await of('\uFEFFa')).toEqual({ encoding: 'utf-8', confidence: 1, by: 'bom' });
    expect(await of('\uFEFFж', 'utf-16be')).toMatchObject({ encoding: 'utf-16be', by: 'bom' });
    expect(await of('<?xml version="1.0" encoding="koi8-r"?><a>ж</a>', 'koi8-r')).toMatchObject({
      encoding: 'koi8-r',
      by: 'declaration',
    });
    expect(await of('"Content-Type: text/plain; charset=windows-1250\\n"')).toMatchObject({ encoding: 'windows-1250' });
    expect(await of('charset=unheard-of ä')).toMatchObject({ encoding: 'utf-8', by: 'utf-8' });
    expect(await of('plain')).toEqual({ encoding: 'utf-8', confidence: 1, by: 'utf-8' });
    expect(await of('ж')).toEqual({ encoding: 'utf-8', confidence: 0.99, by: 'utf-8' });
    expect(await of('plain text', 'utf-16le')).toMatchObject({ encoding: 'utf-16le', by: 'statistics' });
    expect(await of('')).toMatchObject({ encoding: 'utf-8' });
  });

  test('T48 a character that is cut at the end does not matter', async () => {
    for (const char of ['ä', '日', '😀']) {
      const bytes = Buffer.from(`x ${char} y ${char}`);
      expect(await detectEncoding(bytes.subarray(0, -1))).toMatchObject({ encoding: 'utf-8' });
    }
  });
});
