import { runsText, textRun, type Runs } from '@helve/flow';
import { bytesSource, checkRuns, dataText, structuralText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tmxOptions } from './options.js';
import { openTmx, type TmxRecord } from './read-tmx.js';
import type { TmxUnit } from './tmx-unit.js';
import { writeSeg } from './write-seg.js';

const file = 'a.tmx';

async function readAll(bytes: Uint8Array | string, options = tmxOptions({})): Promise<readonly TmxRecord[]> {
  const source = bytesSource(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  const reading = await openTmx(source, file, options);
  const records: TmxRecord[] = [];
  for await (const some of reading.records()) records.push(...some);
  return records;
}

const unitsOf = (records: readonly TmxRecord[]): readonly TmxUnit[] =>
  records.flatMap((record) => (record.kind === 'unit' ? [record.unit] : []));

const document = (body: string, before = '<?xml version="1.0"?>\n', header = '<header srclang="en"/>') =>
  `${before}<tmx version="1.4">${header}<body>${body}</body></tmx>`;
const pair = (en: string, de: string) =>
  `<tu><tuv xml:lang="en"><seg>${en}</seg></tuv><tuv xml:lang="de"><seg>${de}</seg></tuv></tu>`;

/** Returns a record without its position. */
function comparable(record: TmxRecord): unknown {
  if (record.kind === 'unit') return { ...record.unit, index: 0 };
  return record.kind === 'skip' ? record.skip.reason : record;
}

async function segRuns(seg: string, other = 'x'): Promise<readonly Runs[]> {
  const [unit] = unitsOf(await readAll(document(pair(seg, other))));
  return unit?.variants.map(({ runs }) => runs) ?? [];
}

describe('openTmx', () => {
  test('T83 gives the header, then every unit with its languages, properties and notes', async () => {
    const records = await readAll(
      document(
        `<tu tuid="7" creationdate="20260101T000000Z"><note>Be short</note><prop type="domain">sea</prop>
         <tuv xml:lang="EN-us" creationid="ada"><prop type="x">y</prop><seg>Boat</seg></tuv>
         <tuv lang="de"><seg>Boot</seg></tuv><tuv xml:lang="fr"><seg>Bateau</seg></tuv></tu>`,
        undefined,
        '<header srclang="en" o-tmf="x"><note>made by hand</note></header>',
      ),
    );
    expect(records[0]).toEqual({
      kind: 'header',
      header: {
        version: '1.4',
        attributes: { srclang: 'en', 'o-tmf': 'x' },
        remarks: [{ kind: 'note', attributes: {}, text: 'made by hand' }],
      },
    });
    const [unit] = unitsOf(records);
    expect(unit?.attributes).toEqual({ tuid: '7', creationdate: '20260101T000000Z' });
    expect(unit?.remarks.map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'Be short'],
      ['prop', 'sea'],
    ]);
    expect(unit?.variants.map(({ locale, runs }) => [locale, runsText(runs)])).toEqual([
      ['en-US', 'Boat'],
      ['de', 'Boot'],
      ['fr', 'Bateau'],
    ]);
  });

  test('T83 codes of all languages have the same ids, by `x` or by what they say', async () => {
    const [named, moved] = [
      await segRuns(
        '<bpt i="1" x="3" type="bold">&lt;b&gt;</bpt>Hi<ept i="1">&lt;/b&gt;</ept> <ph x="5">{0}</ph>',
        '<ph x="5">{0}</ph> <bpt i="9" x="3" type="bold">&lt;b&gt;</bpt>Hallo<ept i="9">&lt;/b&gt;</ept>',
      ),
      await segRuns('<ph>{a}</ph> und <ph>{b}</ph>', '<ph>{b}</ph> and <ph>{a}</ph>'),
    ];
    expect(named.map(structuralText)).toEqual(['{3}Hi{/3} {5/}', '{5/} {3}Hallo{/3}']);
    expect(named[0]?.[0]).toMatchObject({ kind: 'pc-open', type: 'fmt:bold', data: '<b>' });
    expect(moved.map(structuralText)).toEqual(['{1/} und {2/}', '{2/} and {1/}']);
  });

  test('T83 variables and tags in the text itself are codes too, and are written as text again', async () => {
    const [runs = []] = await segRuns('Hello %s, &lt;b&gt;{name}&lt;/b&gt;');
    expect(structuralText(runs)).toBe('Hello {1/}, {2}{3/}{/2}');
    expect(writeSeg(runs).xml).toBe('Hello %s, &lt;b&gt;{name}&lt;/b&gt;');
  });

  test.each([
    ['a pair', '<bpt i="1" type="bold" x="1">&lt;b&gt;</bpt>a<ept i="1">&lt;/b&gt;</ept>'],
    ['a lone code', 'a<ph assoc="p" type="fnote" x="1">{\\*}</ph>'],
    ['halves of a pair that is cut', '<it pos="end" x="1">&lt;/i&gt;</it>a<it pos="begin" x="2">&lt;i&gt;</it>'],
    ['pairs that cross', '<bpt i="1" x="1">[</bpt><bpt i="2" x="2">(</bpt>a<ept i="1">]</ept>b<ept i="2">)</ept>'],
    ['a highlight', 'a <hi type="term" x="1">b</hi> c'],
    ['a code with texts inside', '<ph x="1">&lt;img alt="<sub>a boat</sub>" title="<sub>Boat</sub>"&gt;</ph>'],
    ['the old element', '<ut x="1">{\\b }</ut>bold'],
    ['an opener without an end', '<bpt i="1" x="1">[</bpt>a'],
  ])('T83 %s becomes sound runs and the same XML again', async (_, seg) => {
    const [runs = []] = await segRuns(seg);
    expect(checkRuns(runs)).toEqual([]);
    expect(writeSeg(runs)).toEqual({ xml: seg, losses: [] });
  });

  test.each([
    ['UTF-16 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le'), 'UTF-16'],
    ['UTF-16 of the other order', (text: string) => Buffer.from(text, 'utf16le').swap16(), 'UTF-16'],
    ['Latin-1, declared', (text: string) => Buffer.from(text, 'latin1'), 'ISO-8859-1'],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`), 'UTF-8'],
  ])('T83 reads %s', async (_, encode, name) => {
    const text = document(pair('Säule', 'Über'), `<?xml version="1.0" encoding="${name}"?>`);
    const [unit] = unitsOf(await readAll(encode(text)));
    expect(unit?.variants.map(({ runs }) => runsText(runs))).toEqual(['Säule', 'Über']);
  });

  test('T83 a unit with an unusable language is read without it, and that is said with its place', async () => {
    const records = await readAll(
      document('<tu><tuv xml:lang="en"><seg>a</seg></tuv>\n<tuv xml:lang="not a language"><seg>b</seg></tuv></tu>'),
    );
    expect(unitsOf(records)[0]?.variants).toHaveLength(1);
    expect(records.flatMap((record) => (record.kind === 'skip' ? [record.skip.reason] : []))).toEqual([
      '"not a language" is not a language',
    ]);
  });

  test('T105 a document type is never fetched, its own entities are resolved up to the limit of the file', async () => {
    const external = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">';
    expect(unitsOf(await readAll(document(pair('a', 'b'), external)))).toHaveLength(1);
    const own = `<!DOCTYPE tmx [<!ENTITY e "${'x'.repeat(100)}">]>\n`;
    const [unit] = unitsOf(await readAll(document(pair('&e;', 'b'), own)));
    expect(unit?.variants.map(({ runs }) => runsText(runs).length)).toEqual([100, 1]);
    const bomb = document(pair('&e;', '&e;').repeat(50), own);
    await expect(readAll(bomb, tmxOptions({ maxExpansion: 5000 }))).rejects.toMatchObject({ code: 'L10N_LIMIT' });
    const file2 = '<!DOCTYPE tmx [<!ENTITY e SYSTEM "secret.txt">]>';
    await expect(readAll(document(pair('&e;', 'b'), file2))).rejects.toThrow(/is defined in another file, at line 1/u);
  });

  test.each([
    [
      'cut in a unit',
      '<tmx version="1.4"><header/><body>\n<tu><tuv xml:lang="en"><seg>a',
      /<seg> has no end tag, at line 2, column 24/u,
    ],
    ['cut between units', `<tmx><header/><body>\n${pair('a', 'b')}\n`, /ends before <\/body>, at line 3, column 1/u],
    ['cut behind the units', '<tmx><header/><body></body>', /has no end tag/u],
    ['without a body', '<tmx><header/></tmx>', /there is no <body>, at line 1, column 1/u],
    ['without a header', '<tmx>\n<body></body></tmx>', /there is no <header>/u],
    ['of another kind', '<html><body/></html>', /the root is <html>, not <tmx>/u],
    ['without anything', '', /there is no element/u],
    [
      'with a wrong end tag',
      document('\n <tu><tuv xml:lang="en"><seg>a</sag></tuv></tu>'),
      /found <\/sag> where <\/seg> is expected, at line 3, column 31/u,
    ],
    [
      'with text between units',
      document(`\n  oops ${pair('a', 'b')}`),
      /there is text between the units, at line 3, column 3/u,
    ],
    [
      'with a stranger between units',
      document('\n<group/>'),
      /found <group> where a <tu> is expected, at line 3, column 1/u,
    ],
    ['with an unknown entity', document(pair('&nbsp;', 'b')), /"&nbsp;" is not a known reference/u],
    ['with a control character', document(pair('a\u0001', 'b')), /there is a character that XML does not allow/u],
    ['with a second root', `${document('')}<tmx/>`, /second root/u],
  ])('T83 a file %s is refused with the place', async (_, text, message) => {
    await expect(readAll(text)).rejects.toThrow(message);
    await expect(readAll(text)).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line: expect.any(Number) } });
  });

  test('T101 bytes of another encoding are an error with their offset', async () => {
    const text = Buffer.from(document(pair('Säule', 'x')), 'latin1');
    await expect(readAll(text)).rejects.toMatchObject({ code: 'L10N_ENCODING' });
  });

  test('T83 comments, sections and instructions may hold what looks like the end of a unit', async () => {
    const tricky =
      '<tu><!-- </tu> --><?x </tu>?><tuv xml:lang="en"><seg><![CDATA[</tu>&amp;]]></seg></tuv ><tuv xml:lang="de"><seg>b</seg></tuv></tu\n>';
    const units = unitsOf(await readAll(document(`<!-- <tu> -->${tricky}<tu/><?pi?>${pair('c', 'd')}`)));
    expect(units.map(({ variants }) => variants.map(({ runs }) => dataText(runs)))).toEqual([
      ['</tu>&amp;', 'b'],
      [],
      ['c', 'd'],
    ]);
  });

  test('T83 however a file is cut into pieces, the units are the same', async () => {
    const text = Buffer.from(
      document(`${pair('Säule 😀', 'b')}\n<!-- </tu> -->${pair('<![CDATA[</tu>]]>', 'd')} `.repeat(40)),
    );
    const whole = unitsOf(await readAll(text)).map(({ variants }) => variants);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 97 }), async (size) => {
        const source = {
          ...bytesSource(text),
          async *stream(start = 0, end = text.length) {
            for (let at = start; at < end; at += size) yield text.subarray(at, Math.min(at + size, end));
          },
        };
        const reading = await openTmx(source, file, tmxOptions({}));
        const records: TmxRecord[] = [];
        for await (const some of reading.records()) records.push(...some);
        expect(unitsOf(records).map(({ variants }) => variants)).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });

  test('T83 plain units are read as the parser reads them, or refused as well', async () => {
    const piece = fc.constantFrom(
      '<tu>',
      '</tu>',
      '<tu tuid="1">',
      '<tuv xml:lang="en">',
      '<tuv lang="de" x=\'1\'>',
      '</tuv>',
      '<seg>',
      '</seg>',
      '<seg/>',
      '<note>',
      '</note>',
      '<prop type="a>b">',
      '</prop>',
      ' ',
      '\r\n',
      'text',
      '&amp;',
      '&#65;',
      '&no;',
      ']]>',
      '<b/>',
      '"',
    );
    const sound = ['<tu>', '<tuv xml:lang="en">', '<seg>', 'text', '</seg>', '</tuv>', '</tu>'];
    const broken = fc
      .tuple(fc.nat(6), fc.nat(2), piece)
      .map(([at, drop, more]) => sound.toSpliced(at, drop, more).join(''));
    const read = async (before: string, bodies: readonly string[]) => {
      const found = [];
      for (const body of bodies) {
        const text = document(body, before);
        found.push(
          await readAll(text).then(
            (records) => records.map(comparable),
            () => 'refused',
          ),
        );
      }
      return found;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(broken, { minLength: 20, maxLength: 20 }), async (bodies) => {
        // A file with its own entities is left to the parser.
        expect(await read('', bodies)).toEqual(await read('<!DOCTYPE tmx [<!ENTITY own "x">]>', bodies));
      }),
      { numRuns: 10 },
    );
  });

  test('T105 a unit that never ends is refused before it fills the memory', async () => {
    const endless = document(`<tu><tuv xml:lang="en"><seg>${'x'.repeat(5 * 2 ** 20)}`);
    await expect(readAll(endless)).rejects.toMatchObject({ code: 'L10N_LIMIT' });
  });
});

describe('writeSeg', () => {
  test('T83 any text comes back as it was', async () => {
    const legal = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 20 })
      .map((text) => text.replaceAll(/[^\t\n\u0020-\uD7FF\u{10000}-\u{10FFFF}]/gu, '').replaceAll(/[{}%$<>]/gu, ''))
      .filter((text) => text !== '');
    await fc.assert(
      fc.asyncProperty(legal, async (text) => {
        const [runs = []] = await segRuns(writeSeg([textRun(text)]).xml);
        expect(runsText(runs)).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  test('T83 what TMX cannot hold is named', () => {
    const forms = { kind: 'plural', pivot: 'n', forms: { one: [textRun('a')], other: [textRun('b')] } } as const;
    expect(writeSeg([forms, textRun('\u0001')])).toEqual({
      xml: '{n, plural, one {a} other {b}}\uFFFD',
      losses: ['forms', 'control-character'],
    });
    expect(writeSeg([{ kind: 'sub', id: '1', ref: 'block-2' }]).losses).toEqual(['reference']);
  });

  test('T83 codes of other formats are written with their types', async () => {
    const runs: Runs = [
      { kind: 'pc-open', id: '1', type: 'fmt:bold', data: '**' },
      textRun('a'),
      { kind: 'pc-close', id: '1', type: 'fmt:bold', data: '**' },
      { kind: 'ph', id: '2', type: 'code:variable', data: '{x}' },
    ];
    const { xml } = writeSeg(runs);
    expect(xml).toBe(
      '<bpt i="1" type="bold" x="1">**</bpt>a<ept i="1">**</ept><ph type="code:variable" x="2">{x}</ph>',
    );
    const [back = []] = await segRuns(xml);
    expect(structuralText(back)).toBe(structuralText(runs));
    expect(back[3]).toMatchObject({ type: 'code:variable' });
  });
});
