import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { dataText, formsOf, hasForms } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../../testing/document-kit.js';
import { pluralContent } from '../../plural/plan-members.js';
import { xliffFormat } from '../format.js';

const unit = (id: string, source: string, target?: string): string =>
  `      <trans-unit id="${id}" xml:space="preserve">\n        <source>${source}</source>\n${target === undefined ? '' : `        <target>${target}</target>\n`}        <note>c</note>\n      </trans-unit>\n`;
const file = (...units: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n  <file original="App/Localizable.xcstrings" source-language="en" target-language="pl" datatype="plaintext">\n    <header>\n      <tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="16.0" build-num="16A1"/>\n    </header>\n    <body>\n${units.join('')}    </body>\n  </file>\n</xliff>\n`;
const kit = { targetLocale: 'pl' };

/** Shows content: `one: %lld day | other: %lld days`. */
const shown = (runs: Runs | undefined): string =>
  (runs ?? [])
    .map((run) => {
      if (!hasForms(run)) return run.kind === 'text' ? run.text : dataText([run]);
      return formsOf(run)
        .map(([key, form]) => `${key}: ${dataText(form)}`)
        .join(' | ');
    })
    .join('');

async function edited(text: string, runs: Runs, of: string): Promise<string> {
  const document = await readDocument(xliffFormat, text, kit);
  const change = (block: Block): Block => ({ ...block, targets: { pl: { runs, status: 'translated' } } });
  const parts = document.parts.map((part): Part =>
    part.kind === 'block' && part.block.id === of ? { ...part, block: change(part.block) } : part,
  );
  return Buffer.from((await writeDocument(xliffFormat, { ...document, parts }, kit)).bytes).toString();
}

const days = [unit('days|==|plural.one', '%lld day'), unit('days|==|plural.other', '%lld days')];

describe('units of Xcode that are forms of one text', () => {
  test('X68 plural forms of one key are one block, and the file comes back as it was', async () => {
    const text = file(unit('a', 'A', 'B'), ...days, unit('z', 'Z'));
    const document = await readDocument(xliffFormat, text, kit);
    expect(document.blocks.map(({ id, source }) => `${id}: ${shown(source)}`)).toEqual([
      'a: A',
      'days: one: %lld day | other: %lld days',
      'z: Z',
    ]);
    expect(document.blocks[1]?.annotations).toMatchObject({ note: { items: [{ text: 'c' }] } });
    expect(document.blocks[1]?.targets).toEqual({});
    expect(Buffer.from((await writeDocument(xliffFormat, document, kit)).bytes).toString()).toBe(text);
  });

  test('X68 forms that the target language has and the file has not become units, in their order', async () => {
    const forms = (['one', 'few', 'many', 'other'] as const).map((key) => [key, [textRun(`${key} dni`)]] as const);
    const written = await edited(file(...days), pluralContent(forms), 'days');
    expect(written).toBe(
      file(
        unit('days|==|plural.one', '%lld day', 'one dni'),
        unit('days|==|plural.few', '%lld days', 'few dni'),
        unit('days|==|plural.many', '%lld days', 'many dni'),
        unit('days|==|plural.other', '%lld days', 'other dni'),
      ),
    );
    const [block] = (await readDocument(xliffFormat, written, kit)).blocks;
    expect(shown(block?.targets['pl']?.runs)).toBe('one: one dni | few: few dni | many: many dni | other: other dni');
    expect(block?.targets['pl']?.status).toBe('translated');
  });

  test('X68 changing one form changes the bytes of its target only', async () => {
    const before = file(
      unit('days|==|plural.one', 'a', '1'),
      unit('days|==|plural.few', 'b', '2'),
      unit('days|==|plural.many', 'b', '3'),
      unit('days|==|plural.other', 'b', '4'),
    );
    const texts = { one: '1', few: '2', many: 'new', other: '4' } as const;
    const forms = Object.entries(texts).map(([key, text]) => [key as keyof typeof texts, [textRun(text)]] as const);
    expect(await edited(before, pluralContent(forms), 'days')).toBe(before.replace('>3<', '>new<'));
  });

  test('X68 forms by device are a select', async () => {
    const text = file(unit('tap|==|device.iphone', 'Tap'), unit('tap|==|device.other', 'Click'));
    const [block] = (await readDocument(xliffFormat, text, kit)).blocks;
    expect(block?.source).toMatchObject([{ kind: 'select', pivot: 'device' }]);
    const cases = { iphone: [textRun('Stuknij')], mac: [textRun('Kliknij')], other: [textRun('Naciśnij')] };
    expect(await edited(text, [{ kind: 'select', pivot: 'device', cases }], 'tap')).toBe(
      file(
        unit('tap|==|device.iphone', 'Tap', 'Stuknij'),
        unit('tap|==|device.mac', 'Click', 'Kliknij'),
        unit('tap|==|device.other', 'Click', 'Naciśnij'),
      ),
    );
  });

  test('X68 a text without forms is written into each unit', async () => {
    expect(await edited(file(...days), [textRun('dni')], 'days')).toBe(
      file(unit('days|==|plural.one', '%lld day', 'dni'), unit('days|==|plural.other', '%lld days', 'dni')),
    );
  });

  test('X68 a language with fewer forms leaves the other units alone', async () => {
    const text = file(...days).replace('target-language="pl"', 'target-language="ja"');
    const document = await readDocument(xliffFormat, text, { targetLocale: 'ja' });
    const runs = pluralContent([['other', [textRun('日')]]]);
    const parts = document.parts.map((part): Part =>
      part.kind === 'block'
        ? { ...part, block: { ...part.block, targets: { ja: { runs, status: 'translated' } } } }
        : part,
    );
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts }, { targetLocale: 'ja' });
    const [block] = (await readDocument(xliffFormat, bytes, { targetLocale: 'ja' })).blocks;
    expect([shown(block?.targets['ja']?.runs), block?.targets['ja']?.status]).toEqual(['other: 日', 'translated']);
    expect(Buffer.from(bytes).toString()).toContain(days[0]);
  });

  test('X68 forms in a way that nobody knows, and units apart, are texts by themselves', async () => {
    const text = file(
      unit('k|==|device.iphone.plural.one', 'a'),
      unit('k|==|substitutions.n.plural.one', 'b'),
      unit('days|==|plural.one', 'c'),
      unit('x', 'd'),
      unit('days|==|plural.other', 'e'),
    );
    const { blocks } = await readDocument(xliffFormat, text, kit);
    expect(blocks.map(({ id }) => id)).toEqual([
      'k|==|device.iphone.plural.one',
      'k|==|substitutions.n.plural.one',
      'days',
      'x',
      'days#2',
    ]);
  });

  test('X68 a form without a source leaves all of its key to themselves', async () => {
    const text = file(...days).replace('<source>%lld day</source>', '<target>x</target>');
    const { blocks } = await readDocument(xliffFormat, text, { ...kit, options: { onBadValue: 'skip' } });
    expect(blocks.map(({ id, translatable }) => [id, translatable])).toEqual([
      ['days|==|plural.one', false],
      ['days|==|plural.other', true],
    ]);
  });

  test('X68 notes of forms are changed in each unit', async () => {
    const document = await readDocument(xliffFormat, file(...days), kit);
    const note = { type: 'note', items: [{ text: 'd' }] } as const;
    const parts = document.parts.map((part) =>
      part.kind === 'block' ? { ...part, block: { ...part.block, annotations: { note } } } : part,
    );
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts }, kit);
    expect(Buffer.from(bytes).toString()).toBe(file(...days).replaceAll('<note>c<', '<note>d<'));
  });
});
