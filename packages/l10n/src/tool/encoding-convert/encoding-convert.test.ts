import type { Part } from '@helve/flow';
import { dataText, type Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { allFormats } from '../../format/all-formats.js';
import { jsonFormat } from '../../format/json/format.js';
import { plaintextFormat } from '../../format/plaintext/format.js';
import { poFormat } from '../../format/po/format.js';
import { propertiesFormat } from '../../format/properties/format.js';
import { xliffFormat } from '../../format/xliff/format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { foundIn, rulesFound } from '../../testing/finding-kit.js';
import { runSteps, runTool } from '../../testing/run-tool.js';
import { aBlock, plural, show, t, variable } from '../../testing/runs-kit.js';
import { encodingConvert } from './encoding-convert.js';
import { escapingFormats } from './escaping-format.js';
import { findEscapes } from './find-escapes.js';

type Content = Parameters<typeof aBlock>[0];

const latin = { targetEncoding: 'latin1' };
/** Packages say for themselves how their members are encoded. */
const textFormats = allFormats.filter(({ caps }) => !caps.package);

async function converted(target: Content, config: object = {}, options: object = {}) {
  const block = aBlock('x', { de: target });
  const run = await runTool(encodingConvert, [block], { config: { ...latin, ...config }, ...options });
  return { ...run, text: dataText(run.block.targets['de']?.runs ?? []) };
}

/** Reads a file, runs the tool on its source and writes it. */
async function rewritten(format: Format, input: string, config: object): Promise<Buffer> {
  return (await outcomeOf(format, input, config)).bytes;
}

/** Returns the written file, and the report of the run about it. */
async function outcomeOf(format: Format, input: string, config: object) {
  const document = await readDocument(format, input);
  const sides = { applySource: true, applyTarget: false };
  const steps = [{ tool: 'encoding-convert', config: { ...sides, ...config }, onError: 'quarantine' }] as const;
  const { parts, blocks, report } = await runSteps([encodingConvert], steps, document.parts);
  expect(report.documents.map(({ error }) => error)).toEqual([undefined]);
  const { bytes, losses } = await writeDocument(format, { ...document, parts });
  return {
    bytes: Buffer.from(bytes),
    losses,
    found: blocks.flatMap(rulesFound),
    quarantined: report.quarantine.blocks.length,
    lost: report.lossCounts['char-replaced'] ?? 0,
  };
}

describe('encoding-convert', () => {
  test('T47 the layer gets the encoding under its one name, and a mark where it needs one', async () => {
    const layerOf = async (targetEncoding: string) => (await converted('a', { targetEncoding })).layer;
    expect(await layerOf('Latin1')).toMatchObject({ encoding: 'latin1', bom: false });
    expect(await layerOf('sjis')).toMatchObject({ encoding: 'shift_jis', bom: false });
    expect(await layerOf('utf-16')).toMatchObject({ encoding: 'utf-16le', bom: true });
    expect(await layerOf('utf8')).toMatchObject({ encoding: 'utf-8', bom: false });
    await expect(converted('a', { targetEncoding: 'utf-9' })).rejects.toThrow('"utf-9" is unknown');
    await expect(converted('a', { targetEncoding: 'windows-125' })).rejects.toMatchObject({
      details: { diagnostics: [{ hint: 'Did you mean "windows-1252"?' }] },
    });
    await expect(runTool(encodingConvert, ['a'])).rejects.toThrow('"targetEncoding"');
  });

  test.each([
    ['us-ascii', 'us-ascii', 'é €', ['é', '€']],
    ['ASCII', 'us-ascii', 'e', []],
    ['iso-8859-1', 'latin1', 'é €', ['€']],
    ['ISO8859-1', 'latin1', '\u0080é', []],
    ['windows-1252', 'windows-1252', 'é €', []],
  ])('the encoding %s is exactly %s: of "%s" it lacks %j', async (targetEncoding, encoding, text, lacking) => {
    const { layer, block } = await converted(text, { targetEncoding });
    expect(layer).toMatchObject({ encoding });
    expect(foundIn(block).map(({ subject }) => subject)).toEqual(lacking);
  });

  test('a file in US-ASCII has only such bytes, and says so', async () => {
    const file =
      '<?xml version="1.0" encoding="UTF-8"?><xliff version="1.2"><file original="a" source-language="en" datatype="x"><body><trans-unit id="1"><source>é €</source></trans-unit></body></file></xliff>';
    const { bytes } = await outcomeOf(xliffFormat, file, { targetEncoding: 'us-ascii', onUnmappable: 'escape' });
    expect(bytes.every((byte) => byte < 0x80)).toBe(true);
    expect(bytes.toString()).toContain('encoding="US-ASCII"');
    expect(bytes.toString()).toMatch(/<source>&#(?:233|xe9); &#(?:8364|x20ac);<\/source>/iu);
    const po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "é"\nmsgstr ""\n';
    const written = await outcomeOf(poFormat, po, { targetEncoding: 'us-ascii' });
    expect(written.bytes.toString('latin1')).toContain('charset=US-ASCII');
    expect([written.found, written.bytes.every((byte) => byte < 0x80)]).toEqual([['encoding.unmappable'], true]);
  });

  test('T47 escapes become characters, each kind by its option', async () => {
    const text = '&#233; &#xE9; &eacute; \\u00e9';
    expect((await converted(text)).text).toBe('é é é é');
    expect((await converted(text, { unescapeNCR: false })).text).toBe('&#233; &#xE9; é é');
    expect((await converted(text, { unescapeCER: false })).text).toBe('é é &eacute; é');
    expect((await converted(text, { unescapeJava: false })).text).toBe('é é é \\u00e9');
  });

  test('T47 an escape stays that means markup, or stands for what the encoding lacks', async () => {
    const kept = '&lt;b&gt; &amp;eacute; &#60; &#38; \\u0026 \\\\u00e9 &unheard; &#0; \\ud800 &#1078; &euro;';
    expect((await converted(kept)).text).toBe(kept);
    expect(
      findEscapes('\\ud83d\\ude00 \\\\\\u00e9', { unescapeNCR: true, unescapeCER: true, unescapeJava: true }),
    ).toEqual([
      { start: 0, end: 12, text: '😀' },
      { start: 15, end: 21, text: 'é' },
    ]);
  });

  test('T47 names are those of HTML', () => {
    const kinds = { unescapeNCR: false, unescapeCER: true, unescapeJava: false };
    const found = (text: string) => findEscapes(text, kinds).map((escape) => escape.text);
    expect(found('&eacute; &Sigma; &sigmaf; &euro; &rang; &Zcaron; &fjlig;')).toEqual([
      'é',
      'Σ',
      'ς',
      '€',
      '⟩',
      'Ž',
      'fj',
    ]);
    expect(found('&unheard; &eacute &amp; &lt;')).toEqual([]);
  });

  test('T47 what the encoding lacks is found, with its place, in every form', async () => {
    const { block, text } = await converted([t('a'), variable('1'), t('жбж'), plural({ one: '€', other: 'x' })]);
    expect(text).toContain('жбж');
    expect(foundIn(block)).toMatchObject([
      {
        rule: 'encoding.unmappable',
        severity: 'major',
        message: '"latin1" does not have "ж" (U+0436)',
        target: { start: 2, end: 3 },
        metadata: { count: 2 },
      },
      { subject: 'б', target: { start: 3, end: 4 } },
      { subject: '€', target: { path: '/3:one', start: 0, end: 1 } },
    ]);
    expect(rulesFound((await converted('€', { targetEncoding: 'windows-1252' })).block)).toEqual([]);
    expect(rulesFound((await converted('ж😀', { targetEncoding: 'utf-8' })).block)).toEqual([]);
  });

  test('T47 the side that is looked at is the side that is chosen', async () => {
    const block = aBlock('ж', { de: 'б' });
    const config = { ...latin, applySource: true, applyTarget: false };
    const { block: after } = await runTool(encodingConvert, [block], { config });
    expect(foundIn(after)).toMatchObject([{ side: 'source', subject: 'ж' }]);
    await expect(converted('a', { applyTarget: false })).rejects.toThrow('both off');
  });

  test('T47 a question mark takes the place, and is counted as a loss', async () => {
    const { block, text, report } = await converted('жaж &eacute;', { onUnmappable: 'replace' });
    expect([text, rulesFound(block)]).toEqual(['?a? é', []]);
    expect(report.lossCounts).toMatchObject({ 'char-replaced': 1 });
  });

  test('T47 an error is one of the block, not of the run', async () => {
    const blocks = [aBlock('x', { de: 'ж' }), aBlock('y', { de: '&eacute;' }, { id: 'b2' })];
    const config = { ...latin, onUnmappable: 'error' };
    const { blocks: after, report } = await runTool(encodingConvert, blocks, { config, onError: 'quarantine' });
    expect(after.map(({ targets }) => show(targets['de']?.runs))).toEqual(['ж', 'é']);
    expect(report.quarantine.blocks).toMatchObject([
      { block: 'b1', error: { message: expect.stringContaining('"latin1" does not have "ж" (U+0436)') as string } },
    ]);
  });

  test('T47 escapes of the format are used where it has them, and the rest is found', async () => {
    const config = { targetEncoding: 'latin1', onUnmappable: 'escape' };
    expect((await rewritten(jsonFormat, '{"a":"äж"}', config)).toString('latin1')).toBe('{"a":"ä\\u0436"}');
    expect(rulesFound((await converted('ж', { onUnmappable: 'escape' })).block)).toEqual(['encoding.unmappable']);
  });

  test.each(textFormats.filter(({ id }) => !escapingFormats.has(id)))(
    'T47 $id has no escapes: in every mode the file is written, and what was lost is told',
    async (format) => {
      const toldBy = {
        report: { found: ['encoding.unmappable'], quarantined: 0, lost: 0 },
        escape: { found: ['encoding.unmappable'], quarantined: 0, lost: 0 },
        replace: { found: [], quarantined: 0, lost: 1 },
        error: { found: [], quarantined: 1, lost: 0 },
      };
      for (const [onUnmappable, told] of Object.entries(toldBy)) {
        const outcome = await outcomeOf(format, samples[format.id] ?? '', { targetEncoding: 'latin1', onUnmappable });
        const { bytes, losses, ...rest } = outcome;
        expect([onUnmappable, rest, bytes.toString('latin1')]).toEqual([
          onUnmappable,
          told,
          samples[format.id]?.replace('ж', '?'),
        ]);
        // The value is new text if the tool has replaced it, otherwise unchanged bytes of the file.
        expect(losses).toEqual(onUnmappable === 'replace' ? [] : [{ kind: 'char-replaced', detail: { count: 1 } }]);
      }
    },
  );

  test('T47 what is lost in a value is told with its block, what is lost around it with the file', async () => {
    const head =
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"\n\nmsgid "b"\nmsgstr ""\n\n';
    const po = 'msgid "a"\nmsgstr ""\n\n# б\n';
    const document = await readDocument(poFormat, head + po, { targetLocale: 'de' });
    const parts = withContent(
      poFormat,
      document.parts,
      ({ source }) => (dataText(source) === 'a' ? [t('жж &eacute;')] : undefined),
      'de',
    );
    const steps = [{ tool: 'encoding-convert', config: latin }];
    const run = await runSteps([encodingConvert], steps, parts);
    const { bytes, losses } = await writeDocument(poFormat, { ...document, ...run }, { targetLocale: 'de' });
    expect(Buffer.from(bytes).toString('latin1')).toContain('\nmsgid "a"\nmsgstr "?? é"\n\n# ?\n');
    expect(losses).toEqual([
      { kind: 'char-replaced', block: run.blocks.at(-1)?.id, detail: { count: 2 } },
      { kind: 'char-replaced', detail: { count: 1 } },
    ]);
    expect(run.blocks.flatMap(foundIn)).toMatchObject([{ rule: 'encoding.unmappable', metadata: { count: 2 } }]);
  });

  test.each([...escapingFormats])('T47 %s has escapes: nothing is lost in any mode but one', async (id) => {
    const format = allFormats.find((one) => one.id === id);
    if (format === undefined) throw new TypeError(`Cannot test "${id}": there is no such format`);
    for (const onUnmappable of ['report', 'escape', 'error']) {
      const { bytes, losses } = await outcomeOf(format, samples[id] ?? '', { targetEncoding: 'latin1', onUnmappable });
      expect(losses.filter(({ kind }) => kind === 'char-replaced')).toEqual([]);
      const { blocks } = await readDocument(format, bytes);
      expect(blocks.map(({ source }) => dataText(source))).toEqual(['ж']);
    }
    const { bytes, lost } = await outcomeOf(format, samples[id] ?? '', { ...latin, onUnmappable: 'replace' });
    expect([lost, (await readDocument(format, bytes)).blocks.map(({ source }) => dataText(source))]).toEqual([
      1,
      ['?'],
    ]);
  });

  test.each([
    [propertiesFormat, 'a=caf\\u00e9\n'],
    [jsonFormat, '{"a":"caf\\u00e9"}'],
  ] as const)('escapes of the format stay as they are in the file', async (format, text) => {
    expect((await rewritten(format, text, { targetEncoding: 'utf-8', applySource: true })).toString()).toBe(text);
  });

  test('T47 every character beyond ASCII is escaped when that is wanted', async () => {
    const config = { targetEncoding: 'utf-8', escapeAll: true };
    expect((await rewritten(jsonFormat, '{"ä":"ж😀"}', config)).toString()).toBe('{"\\u00e4":"\\u0436\\ud83d\\ude00"}');
    expect((await rewritten(plaintextFormat, 'ж\n', config)).toString()).toBe('ж\n');
  });

  test('T47 a file that names its encoding names the new one', async () => {
    const file = '<xliff version="1.2"><file original="a" source-language="en" datatype="x"><body/></file></xliff>';
    const xml = async (head: string, targetEncoding: string) =>
      (await rewritten(xliffFormat, head + file, { targetEncoding })).toString('latin1').replace(file, '');
    const windows = '<?xml version="1.0" encoding="WINDOWS-1252"?>';
    expect(await xml("<?xml version='1.0' encoding='utf-8'?>", 'windows-1252')).toBe(
      '<?xml version=\'1.0\' encoding="WINDOWS-1252"?>',
    );
    expect(await xml('<?xml version="1.0" standalone="yes"?>', 'latin1')).toBe(
      '<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>',
    );
    expect(await xml('', 'windows-1252')).toBe(`${windows}\n`);
    expect(await xml('', 'utf-8')).toBe('');
    const po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "ä"\nmsgstr ""\n';
    expect((await rewritten(poFormat, po, { targetEncoding: 'latin1' })).toString('latin1')).toContain(
      'charset=ISO-8859-1',
    );
  });

  test.each(textFormats)('T47 it is known whether $id has escapes', async (format) => {
    const sample = samples[format.id];
    if (sample === undefined) throw new TypeError(`Cannot test "${format.id}": it has no sample`);
    const document = await readDocument(format, sample);
    const parts = document.parts.map((part): Part => {
      return part.kind === 'layer-start' ? { ...part, layer: { ...part.layer, encoding: 'latin1' } } : part;
    });
    const writing = writeDocument(format, { ...document, parts });
    if (escapingFormats.has(format.id)) expect(String(Buffer.from((await writing).bytes))).toMatch(/u0436|&#1078;/iu);
    else await expect(writing).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const block = aBlock('x', { de: 'ж&eacute;' }, { translatable: false });
    const { block: after } = await runTool(encodingConvert, [block], { config: latin });
    expect([dataText(after.targets['de']?.runs ?? []), after.overlays]).toEqual(['ж&eacute;', []]);
  });
});

/** A file of each format with a character that Latin-1 lacks. */
const samples: { readonly [format: string]: string } = {
  androidxml: '<resources><string name="a">ж</string></resources>',
  applestrings: '"a" = "ж";\n',
  arb: '{"a":"ж"}',
  csv: 'key,en\na,ж\n',
  html: '<p>ж</p>\n',
  i18next: '{"a":"ж"}',
  json: '{"a":"ж"}',
  markdown: 'ж\n',
  mdx: 'ж\n',
  messageformat: 'ж',
  plaintext: 'ж\n',
  po: 'msgid "ж"\nmsgstr ""\n',
  properties: 'a=ж\n',
  resx: '<root><data name="a"><value>ж</value></data></root>',
  stringsdict:
    '<plist version="1.0"><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>ж</string></dict></dict></plist>',
  tsv: 'key\ten\na\tж\n',
  xcstrings:
    '{"sourceLanguage":"en","strings":{"a":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"ж"}}}}},"version":"1.0"}',
  xliff:
    '<xliff version="1.2"><file original="a" source-language="en" datatype="x"><body><trans-unit id="1"><source>ж</source></trans-unit></body></file></xliff>',
  xliff2:
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f"><unit id="u"><segment><source>ж</source></segment></unit></file></xliff>',
  yaml: 'a: "ж"\n',
};
