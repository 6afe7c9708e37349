import { createBlock, OverlayType, textRun, type Runs } from '@helve/flow';
import { bytesSource, createTarget } from '@helve/flow/content';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { createMemorySink } from '../format/memory-sink.js';
import { tmxOptions } from '../format/tmx/options.js';
import type { TmDrafts, TmEntry, TmStorage } from '../memory/contract.js';
import { createMemoryStorage } from '../memory/create-memory-storage.js';
import { createTranslationMemory } from '../memory/create-translation-memory.js';
import { auditMemory } from './audit-memory.js';
import { blockDrafts } from './block-drafts.js';
import { exportLines } from './export-lines.js';
import { exportTmx } from './export-tmx.js';
import { importLines } from './import-lines.js';
import { importTmx, type ImportRequest } from './import-tmx.js';
import type { LanguageChoice } from './language-choice.js';

const now = () => '2026-01-02T03:04:05.000Z';

function open(storage: TmStorage = createMemoryStorage()) {
  const memory = createTranslationMemory(storage, { now: () => Date.parse(now()) });
  const request = (bytes: Uint8Array | string, more: Partial<ImportRequest> = {}): ImportRequest => ({
    source: bytesSource(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
    file: 'a.tmx',
    memory,
    storage,
    now,
    ...more,
  });
  return {
    storage,
    memory,
    import: (bytes: Uint8Array | string, more?: Partial<ImportRequest>) =>
      importTmx(request(bytes, more), tmxOptions({})),
    importLines: (bytes: Uint8Array | string, more?: Partial<ImportRequest>) =>
      importLines(request(bytes, more), 2 ** 30),
    async export(form: typeof exportTmx = exportTmx, languages: LanguageChoice = {}) {
      const sink = createMemorySink();
      const report = await form({ storage, sink, languages, version: '1.0.0', now });
      return { report, text: Buffer.from(sink.bytes()).toString('utf8') };
    },
    async entries(): Promise<readonly TmEntry[]> {
      const all: TmEntry[] = [];
      for await (const entry of storage.entries()) all.push(entry);
      return all;
    },
  };
}

const header = `<header creationtool="other" creationtoolversion="2" segtype="sentence" o-tmf="x" adminlang="en" srclang="en" datatype="html">
  <note>From the archive</note><prop type="client">Ada</prop></header>`;
const document = (...units: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4">${header}<body>${units.join('\n')}</body></tmx>`;
const tu = (variants: Readonly<Record<string, string>>, attributes = '', inside = '') =>
  `<tu${attributes}>${inside}${Object.entries(variants)
    .map(([lang, seg]) => `<tuv xml:lang="${lang}"><seg>${seg}</seg></tuv>`)
    .join('')}</tu>`;

const rich = document(
  tu(
    { en: 'Boat', de: 'Boot', fr: 'Bateau' },
    ' tuid="1" creationdate="20200102T030405Z" creationid="ada"',
    '<note>short</note><prop type="domain">sea</prop>',
  ),
  tu({
    en: 'Open <bpt i="1" type="bold" x="1">&lt;b&gt;</bpt>all<ept i="1">&lt;/b&gt;</ept> &amp; <ph type="image" x="2">&lt;img&gt;</ph>',
    de: '<ph type="image" x="2">&lt;img&gt;</ph> &amp; <bpt i="1" type="bold" x="1">&lt;b&gt;</bpt>alles<ept i="1">&lt;/b&gt;</ept> öffnen',
  }),
  tu(
    { en: 'a <hi x="1">b</hi>', de: 'c <hi x="1">d</hi>' },
    '',
    '<note>one</note><note xml:lang="de">zwei</note><prop type="p">1</prop><prop type="p">2</prop>',
  ),
  `<tu><tuv xml:lang="en" changeid="bob"><note>inner</note><prop type="q">r</prop><seg>x  y</seg></tuv><tuv xml:lang="de"><seg>z</seg></tuv></tu>`,
  tu({ en: '%s &lt;i&gt;files&lt;/i&gt; {n}', de: '{n} &lt;i&gt;Dateien&lt;/i&gt; %s' }),
);

/** Notes and properties have no order. */
function sortRemarks(unit: string): string {
  const remark = /<(note|prop)\b[^>]*>[^<]*<\/\1>/gu;
  return unit.replaceAll(/(?:<(?:note|prop)\b[^>]*>[^<]*<\/(?:note|prop)>)+/gu, (all) =>
    (all.match(remark) ?? []).toSorted().join(''),
  );
}

/** Normalizes a file: attributes, remarks and units sorted, white space between elements dropped. */
function canonical(xml: string): readonly string[] {
  const parser = new SaxesParser();
  const units: string[] = [];
  let text = '';
  let inSeg = 0;
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'seg' || name === 'note' || name === 'prop') inSeg += 1;
    const pairs = Object.entries(attributes).toSorted(([one], [other]) => (one < other ? -1 : 1));
    text += `<${name}${pairs.map(([key, value]) => ` ${key}="${value}"`).join('')}>`;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'seg' || name === 'note' || name === 'prop') inSeg -= 1;
    text += `</${name}>`;
    if (name !== 'tu' && name !== 'header') return;
    units.push(text);
    text = '';
  });
  parser.on('text', (chunk) => {
    if (inSeg > 0) text += chunk;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return units.map((unit) => sortRemarks(unit.replace('<tmx version="1.4">', '').replace('<body>', ''))).toSorted();
}

describe('importTmx', () => {
  test('T83 the export of an import is equal after canonicalisation, header included', async () => {
    const memory = open();
    expect(await memory.import(rich)).toMatchObject({ units: 5, added: 5, skipped: 0, differing: 0, remarks: [] });
    const { text, report } = await memory.export();
    expect(report).toEqual({ entries: 5, skipped: 0, losses: {} });
    expect(canonical(text)).toEqual(canonical(rich));
    const again = open();
    await again.import(text);
    expect((await again.entries()).map(({ id }) => id)).toEqual((await memory.entries()).map(({ id }) => id));
  });

  test('T83 the header is kept as a session with the digest of the file, and importing twice adds nothing', async () => {
    const memory = open();
    const { session, sha256 } = await memory.import(rich);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await memory.storage.sessions()).toMatchObject([
      { id: session, kind: 'import', source: 'a.tmx', sha256, entries: 5, header: { attributes: { srclang: 'en' } } },
    ]);
    expect(await memory.import(rich)).toMatchObject({ added: 0, updated: 0, unchanged: 5, session });
    expect(await memory.storage.sessions()).toHaveLength(1);
    const entry = (await memory.entries()).find(({ note }) => note === 'short');
    expect(entry).toMatchObject({
      createdAt: '2020-01-02T03:04:05.000Z',
      origins: [{ session }],
      properties: { domain: 'sea' },
    });
  });

  test('T83 a unit whose languages differ in markup is imported and reported with its place', async () => {
    const memory = open();
    const report = await memory.import(document(tu({ en: 'a', de: 'b' }), tu({ en: 'a <ph>{0}</ph>', de: 'b' })));
    expect(report).toMatchObject({ units: 2, added: 2, differing: 1 });
    expect(report.remarks).toEqual([{ reason: 'its languages have different inline codes', line: 3, column: 1 }]);
  });

  test('T83 only the languages that were asked for are taken, under the names that were asked for', async () => {
    const memory = open();
    const units = document(tu({ 'en-US': 'Boat', de: 'Boot', fr: 'Bateau' }), tu({ fr: 'Mer', de: 'Meer' }));
    const report = await memory.import(units, { languages: { from: 'en', to: ['de'] } });
    expect(report).toMatchObject({ units: 2, added: 1, skipped: 1, leftOut: { de: 1, fr: 2 } });
    const [entry] = await memory.entries();
    expect(Object.keys(entry?.variants ?? {})).toEqual(['en', 'de']);
    expect(await memory.memory.lookup({ source: 'Boat', from: 'en', to: 'de' })).toMatchObject([{ score: 1 }]);
    expect((await memory.export()).text).toContain('<tuv xml:lang="en-US">');
  });

  test('T83 without a choice every language of a unit is taken', async () => {
    const memory = open();
    await memory.import(document(tu({ en: 'Boat', de: 'Boot', fr: 'Bateau' })));
    expect(await memory.memory.lookup({ source: 'Boot', from: 'de', to: 'fr' })).toHaveLength(1);
    expect((await memory.export(exportTmx, { from: 'fr', to: ['en'] })).text).not.toContain('Boot');
  });

  test('T83 a language that stands twice in a unit makes an entry for each', async () => {
    const memory = open();
    const unit =
      '<tu><tuv xml:lang="en"><seg>Bank</seg></tuv><tuv xml:lang="de"><seg>Bank</seg></tuv><tuv xml:lang="de"><seg>Ufer</seg></tuv></tu>';
    expect(await memory.import(document(unit))).toMatchObject({ units: 1, added: 2 });
  });

  test('T83 what stands before a mistake is kept, and the error says how much and where', async () => {
    const memory = open();
    const units = Array.from({ length: 1500 }, (_, index) => tu({ en: `a ${index}`, de: `b ${index}` }));
    const broken = document(...units, '<tu><tuv xml:lang="en"><seg>never closed</tuv></tu>');
    await expect(memory.import(broken)).rejects.toMatchObject({
      code: 'L10N_IMPORT',
      message: expect.stringMatching(/at line 1502, column \d+; 1500 entries before it are in the memory/u),
      details: { line: 1502, kept: 1500, suggestion: expect.not.stringContaining('nothing was written') },
    });
    expect((await memory.storage.stats()).entries).toBe(1500);
    expect(await memory.storage.sessions()).toMatchObject([{ entries: 1500 }]);
    const fresh = open();
    await expect(fresh.import(document('<oops/>'))).rejects.toMatchObject({ code: 'L10N_PARSE' });
    expect(await fresh.storage.sessions()).toEqual([]);
  });

  test('T83 an import can be stopped; what was written by then stays', async () => {
    const memory = open();
    const stop = new AbortController();
    const units = Array.from({ length: 9000 }, (_, index) => tu({ en: `a ${index}`, de: `b ${index}` }));
    const stopped = memory.import(document(...units), {
      signal: stop.signal,
      progress: ({ units: done }) => done >= 2000 && stop.abort(),
    });
    await expect(stopped).rejects.toThrow(/it was interrupted; \d+ entries before it are in the memory/u);
    expect((await memory.storage.stats()).entries).toBeGreaterThanOrEqual(2000);
    expect((await memory.storage.stats()).entries).toBeLessThan(9000);
  });

  test('T83 a large file is read in constant memory', async () => {
    const unit = (index: number) =>
      tu({ en: `The quick brown fox ${index} jumps`, de: `Der flinke Fuchs ${index} springt` });
    const chunks = 120;
    const per = 50;
    const [start = '', end = ''] = document('SPLIT').split('SPLIT');
    let largest = 0;
    const source = {
      bytes: () => Promise.reject(new Error('the whole file was asked for')),
      async *stream(from = 0, to = Number.POSITIVE_INFINITY) {
        let at = 0;
        for (const part of parts()) {
          if (at >= to) return;
          yield part.subarray(Math.max(0, from - at), to - at);
          at += part.length;
        }
      },
    };
    function* parts() {
      yield Buffer.from(start);
      for (let chunk = 0; chunk < chunks; chunk += 1) {
        yield Buffer.from(Array.from({ length: per }, (_, index) => unit(chunk * per + index)).join('\n'));
        largest = Math.max(largest, kept.length);
      }
      yield Buffer.from(end);
    }
    let kept: unknown[] = [];
    let units = 0;
    const memory = {
      add: async (drafts: TmDrafts) => {
        for await (const given of drafts) {
          for (const draft of 'variants' in given ? [given] : given) {
            units += 1;
            kept.push(draft);
            if (kept.length === 1000) kept = [];
          }
        }
        return { added: units, updated: 0, unchanged: 0 };
      },
    };
    const request = { source, file: 'a.tmx', memory, storage: { putSession: async () => undefined }, now };
    expect(await importTmx(request, tmxOptions({}))).toMatchObject({ units: chunks * per });
    expect(largest).toBeLessThanOrEqual(1000);
  });
});

describe('helve.memory/v1', () => {
  const forms: Runs = [{ kind: 'plural', pivot: 'n', forms: { one: [textRun('a boat')], other: [textRun('boats')] } }];

  test('T83 lines hold a memory without any loss', async () => {
    const memory = open();
    await memory.import(rich);
    await memory.memory.add([
      {
        variants: { en: forms, de: [textRun('Boote')] },
        entities: [{ type: 'person', values: { en: 'Ada', de: 'Ada' } }],
        project: 'shop',
        note: 'n',
      },
    ]);
    const { text } = await memory.export(exportLines);
    expect(text.split('\n', 1)).toEqual(['{"schema":"helve.memory/v1"}']);
    const other = open();
    expect(await other.importLines(text)).toMatchObject({ units: 6, added: 6 });
    expect(await other.entries()).toEqual(await memory.entries());
    expect(await other.storage.sessions()).toEqual(await memory.storage.sessions());
    expect((await other.export(exportLines)).text).toBe(text);
  });

  test('T83 what TMX cannot hold is counted', async () => {
    const memory = open();
    await memory.memory.add([{ variants: { en: forms, de: forms } }]);
    expect((await memory.export()).report).toEqual({ entries: 1, skipped: 0, losses: { forms: 1 } });
  });

  test.each([
    ['another kind of file', '{"schema":"helve.parts/v1"}\n', 1],
    ['nothing', '', 1],
    ['a line that is cut', '{"schema":"helve.memory/v1"}\n{"kind":"entry","ent', 2],
    ['a line of another kind', '{"schema":"helve.memory/v1"}\n{"kind":"part"}\n', 2],
    [
      'content that is none',
      '{"schema":"helve.memory/v1"}\n\n{"kind":"entry","entry":{"variants":{"en":[{"kind":"x"}]}}}\n',
      3,
    ],
    [
      'a locale that is none',
      '{"schema":"helve.memory/v1"}\n{"kind":"entry","entry":{"variants":{"no locale":[]}}}\n',
      2,
    ],
  ])('T83 lines with %s are refused with their number', async (_, text, line) => {
    await expect(open().importLines(text)).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line } });
  });

  test('T83 any memory comes back from lines as it was', async () => {
    const text = fc.string({ minLength: 1, maxLength: 12 }).filter((value) => value.trim() !== '');
    const entry = fc.record({ en: text, de: text });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 8 }), async (pairs) => {
        const memory = open();
        await memory.memory.add(pairs.map(({ en, de }) => ({ variants: { en: [textRun(en)], de: [textRun(de)] } })));
        const other = open();
        await other.importLines((await memory.export(exportLines)).text);
        expect(await other.entries()).toEqual(await memory.entries());
      }),
      { numRuns: 40 },
    );
  });
});

describe('blockDrafts', () => {
  const block = (target: Runs, status: 'draft' | 'translated' | 'reviewed') => ({
    ...createBlock({ id: 'b', source: [textRun('Hello Ada')], sourceLocale: 'en' }),
    targets: { de: createTarget(target, { status }) },
  });
  const choice = { minStatus: 'translated', document: 'a.po', session: 's' } as const;

  test('T82 a block teaches the targets that are far enough and have the codes of the source', () => {
    expect(blockDrafts(block([textRun('Hallo Ada')], 'reviewed'), choice)).toMatchObject({
      drafts: [{ variants: { de: [textRun('Hallo Ada')] }, origins: [{ session: 's', document: 'a.po' }] }],
      early: 0,
      broken: 0,
    });
    expect(blockDrafts(block([textRun('Hallo')], 'draft'), choice)).toMatchObject({ drafts: [], early: 1 });
    expect(blockDrafts(block([textRun('Hallo')], 'translated'), { ...choice, minStatus: 'reviewed' }).drafts).toEqual(
      [],
    );
    const code = { kind: 'ph', id: '1', type: 'code:variable', data: '%s' } as const;
    expect(blockDrafts(block([code], 'reviewed'), choice)).toMatchObject({ drafts: [] });
    expect(blockDrafts(block([textRun('Hallo '), code], 'reviewed'), choice)).toMatchObject({ drafts: [], broken: 1 });
    expect(blockDrafts(block([textRun('Hallo')], 'reviewed'), { ...choice, to: ['fr'] }).drafts).toEqual([]);
  });

  test('T78 names that stand on both sides become entities of the entry', () => {
    const source = block([textRun('Hallo Ada')], 'reviewed');
    const span = {
      id: 'e1',
      range: { startRun: 0, startOffset: 6, endRun: 0, endOffset: 9 },
      props: {},
      value: { type: 'entity', entityType: 'person' },
    };
    const overlay = { type: OverlayType.OverlayEntity, variant: null, layer: '', spans: [span] };
    const [draft] = blockDrafts({ ...source, overlays: [overlay] }, choice).drafts;
    expect(draft?.entities).toEqual([{ type: 'person', values: { en: 'Ada', de: 'Ada' } }]);
  });
});

describe('auditMemory', () => {
  test('T128 finds entries that are damaged, empty, contradictory or not translated', async () => {
    const memory = open();
    const code = { kind: 'ph', id: '1', type: 'code:variable', data: '%s' } as const;
    await memory.memory.add([
      { variants: { en: [textRun('Bank')], de: [textRun('Bank')] } },
      { variants: { en: [textRun('Bank')], de: [textRun('Ufer')] } },
      { variants: { en: [textRun('Hi '), code], de: [textRun('Hallo')] } },
    ]);
    const [entry] = await memory.entries();
    if (!entry) throw new Error('there is an entry');
    await memory.storage.putMany([
      { entry: { ...entry, id: 'ff', variants: { en: [textRun('x')], de: [textRun(' ')] } }, keys: [] },
    ]);
    const { counts, findings } = await auditMemory(memory.storage, 1);
    expect(counts).toEqual({ 'tm.damaged': 1, 'tm.empty': 1, 'tm.codes': 1, 'tm.ambiguous': 1, 'tm.untranslated': 1 });
    expect(findings.map(({ rule }) => rule).toSorted()).toEqual(Object.keys(counts).toSorted());
  });
});
