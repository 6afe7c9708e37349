import { bytesSource } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concept } from '../../testing/term-kit.js';
import { relationTypes, termStatuses, type Concept, type Term } from '../concept.js';
import type { Termbase } from '../contract.js';
import { createTermbase } from '../create-termbase.js';
import { gatherConcepts, mergeConcepts } from './gather-concepts.js';
import { readTerms } from './read-terms.js';
import { writeCsv } from './write-csv.js';
import { writeJson } from './write-json.js';
import { writeTbx } from './write-tbx.js';

const options = { file: 'terms', sourceLocale: 'en', targetLocale: 'de' };

async function read(text: string, more: object = {}) {
  return gatherConcepts(readTerms(bytesSource(Buffer.from(text)), { ...options, ...more }));
}

const whole = (chunks: Iterable<string>) => [...chunks].join('');

const writers: readonly [string, (terms: Termbase) => string][] = [
  ['CSV', (terms) => whole(writeCsv(terms))],
  ['TBX', (terms) => whole(writeTbx(terms))],
  ['martif', (terms) => whole(writeTbx(terms, 'martif'))],
  ['JSON', (terms) => whole(writeJson(terms))],
];

const full: Term = {
  text: 'Datei, die "neue"',
  locale: 'de',
  status: 'preferred',
  partOfSpeech: 'noun',
  gender: 'feminine',
  note: 'Zwei\nZeilen & <mehr>',
  validity: { from: '2020-01-01', to: '2030-12-31', tags: ['app|web', 'print'] },
  forms: ['Dateien', 'a\\b'],
};

const sample: readonly Concept[] = [
  concept('c1', ['en:file', 'en:document!deprecated', full, 'de:Akte!admitted', 'de:File!forbidden'], {
    domain: 'os',
    definition: 'Bytes with a name; "quoted", too',
    relations: [
      { type: 'related', to: 'c2' },
      { type: 'use-instead', to: 'c3' },
    ],
    properties: { owner: 'docs', 'due date': 'May' },
  }),
  concept('c2', [
    'en:folder!proposed',
    'fr:dossier',
    { text: 'Acme', locale: 'de', status: 'approved', competitor: true },
  ]),
  concept('c3', ['zh-Hant:檔案']),
];

describe('exchange of terms', () => {
  test.each(writers)('T87 a termbase survives %s', async (_, write) => {
    const terms = createTermbase(sample);
    const { concepts, skipped } = await read(write(terms));
    expect(skipped).toEqual([]);
    expect(concepts).toEqual(terms.concepts);
    expect(createTermbase(concepts).version).toBe(terms.version);
  });

  test('TV18 CSV that is imported in reversed row order gives the same termbase', async () => {
    const terms = createTermbase(
      sample.map((each) => ({
        ...each,
        terms: each.terms.map((term) => ({ ...term, ...(term.note === undefined ? {} : { note: 'one line' }) })),
      })),
    );
    for (const csv of [
      whole(writeCsv(terms)),
      'source,target,domain\nfile,Datei,os\nfile,Akte,os\nfile,Feile,shop\n',
    ]) {
      const [head = '', ...rows] = csv.trimEnd().split('\n');
      const turned = await read([head, ...rows.toReversed()].join('\n'));
      const straight = await read(csv);
      expect(createTermbase(turned.concepts).version).toBe(createTermbase(straight.concepts).version);
    }
    expect(createTermbase((await read(whole(writeCsv(terms)))).concepts).version).toBe(terms.version);
  });

  test('no field of a CSV file is a formula to a spreadsheet, and all come back as they were', async () => {
    const texts = ['=cmd()', '+1', '-able', '@SUM(A1)', "'=x", "''-y", "it's", "'quoted'"];
    const terms = createTermbase(texts.map((text, index) => concept(`c${index}`, [`en:${text}`, `de:${text}`])));
    const csv = whole(writeCsv(terms));
    expect(csv).not.toMatch(/(?:^|,)"?[=+\-@\t]/m);
    expect(createTermbase((await read(csv)).concepts).version).toBe(terms.version);
  });

  test('T87 CSV is read by the names of its columns, in any order of them', async () => {
    const rows = 'Note,Target,Part of Speech,SOURCE,status\nfem.,Datei,noun,file,preferred\n';
    const { concepts } = await read(rows);
    expect(concepts).toHaveLength(1);
    expect(concepts[0]?.terms).toEqual([
      { text: 'Datei', locale: 'de', status: 'preferred', note: 'fem.', partOfSpeech: 'noun' },
      { text: 'file', locale: 'en', status: 'approved' },
    ]);
    const other = await read('source,target\nfile,Datei\n');
    expect(other.concepts[0]?.id).toBe(concepts[0]?.id);
    expect((await read('source,target,domain\nfile,Datei,os\n')).concepts[0]?.id).not.toBe(concepts[0]?.id);
  });

  test('T87 CSV has a column for each locale, or names the locales of its two sides', async () => {
    const byLocale = await read('concept_id;locale:en;locale:pt_br;status\nc9;file;arquivo;preferred\n');
    expect(byLocale.concepts[0]).toMatchObject({
      id: 'c9',
      terms: [
        { text: 'file', locale: 'en', status: 'preferred' },
        { text: 'arquivo', locale: 'pt-BR', status: 'preferred' },
      ],
    });
    const named = await read('source\tsource_locale\ttarget\ttarget_locale\nfile\ten\tfichier\tfr\n', {
      sourceLocale: undefined,
      targetLocale: undefined,
    });
    expect(named.concepts[0]?.terms.map(({ locale }) => locale)).toEqual(['en', 'fr']);
  });

  test('T87 the columns of two locales stand in one order, and lead back', async () => {
    const terms = createTermbase([concept('c1', ['en:file', 'de:Datei!preferred', 'de:Akte!admitted', 'fr:fichier'])]);
    const csv = whole(writeCsv(terms, { from: 'en', to: 'de' }));
    expect(csv).toBe(
      'source,target,domain,definition,status,concept_id,source_status\nfile,Datei,,,preferred,c1,approved\n,Akte,,,admitted,c1,\n',
    );
    const { concepts } = await read(csv);
    expect(concepts[0]?.terms).toEqual(terms.concepts[0]?.terms.filter(({ locale }) => locale !== 'fr'));
  });

  test('T87 what is left out of CSV is told, with its line and the reason', async () => {
    const csv =
      'source,target,status,relations,colour,valid_from\nfile,Datei,,,red,\n,Ordner,,,,\nmap,Karte,good,,,\n"two\nlines",zwei,,near:x,,\nx,y,,broader:nobody,,\nz,zet,,,,soon\n';
    const { concepts, skipped } = await read(csv);
    expect(concepts).toHaveLength(5);
    expect(concepts.flatMap(({ properties }) => Object.entries(properties))).toEqual([['colour', 'red']]);
    expect(skipped).toEqual([
      { place: 'line 3', reason: 'it has neither a concept_id nor a source term' },
      { place: 'line 4', reason: '"good" is not a status' },
      { place: 'line 5', reason: '"near" is not a relation' },
      { place: 'line 8', reason: '"soon" is not a date such as 2030-01-31' },
      {
        place: expect.stringMatching(/^c-[0-9a-f]{16}$/) as string,
        reason: 'its relation "broader" leads to "nobody", which does not exist',
      },
    ]);
  });

  test('T87 a row of CSV with more cells than columns is left out, unless they are empty', async () => {
    const { concepts, skipped } = await read('source,target,definition\nfile,Datei,a, b\nmap,Karte,plan,,\n');
    expect(concepts.map(({ definition }) => definition)).toEqual(['plan']);
    expect(skipped).toEqual([{ place: 'line 2', reason: 'it has 4 cells for 3 columns' }]);
  });

  test('T87 rows that contradict each other are settled the same way in any order', async () => {
    const rows = ['c1,file,Datei,preferred,one', 'c1,file,Datei,forbidden,two'];
    const head = 'concept_id,source,target,status,definition';
    const [first, second] = await Promise.all([
      read([head, ...rows].join('\n')),
      read([head, ...rows.toReversed()].join('\n')),
    ]);
    expect(first.concepts).toEqual(second.concepts);
    expect(first.skipped.map(({ reason }) => reason)).toEqual([
      'the term "Datei" occurs twice with different data',
      'it already has another definition: "two"',
    ]);
  });

  test.each([
    ['a,b\n1,2\n', 'it has no columns "source" and "target"'],
    ['', 'it is empty'],
    ['source,target\n"a,b\n', 'a quote is never closed, at line 2'],
    ['{"schema":"helve.termbase/v1"}', 'it has no list "concepts"'],
    ['{"concepts":[{"id":"a"}', 'is not closed'],
    ['[{"id": }]', 'entry 1 is not valid JSON'],
    ['<html/>', '<html> is not the root of a term file'],
    ['<tbx><text><body><conceptEntry></body>', 'at line 1'],
    ['<!DOCTYPE martif [<!ENTITY a "b">]><martif/>', 'a document type with its own declarations is not supported'],
  ])('T87 %j is refused', async (text, problem) => {
    await expect(read(text)).rejects.toThrow(problem);
  });

  test('T87 a column without a locale is refused when nobody names one', async () => {
    await expect(read('source,target\na,b\n', { targetLocale: undefined })).rejects.toThrow(
      'the locale of the column "target" is unknown',
    );
  });

  test('T87 TBX of other programs is read: both styles of version 3, and martif', async () => {
    const dct = `<?xml version="1.0"?><tbx type="TBX-Basic" style="dct" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"
      xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic"><tbxHeader/><text><body>
      <conceptEntry id="c1"><min:subjectField>os</min:subjectField><langSec xml:lang="en"><basic:definition>Bytes</basic:definition>
      <termSec><term>fi<hi>le</hi></term><min:partOfSpeech>noun</min:partOfSpeech></termSec></langSec>
      <langSec xml:lang="de"><termSec><term>Datei</term><min:administrativeStatus>preferredTerm-admn-sts</min:administrativeStatus>
      </termSec></langSec></conceptEntry></body></text></tbx>`;
    expect((await read(dct)).concepts).toEqual([
      concept('c1', ['de:Datei!preferred', { text: 'file', locale: 'en', status: 'approved', partOfSpeech: 'noun' }], {
        domain: 'os',
        definition: 'Bytes',
      }),
    ]);
    const martif = `<?xml version="1.0"?><!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd"><martif type="TBX" xml:lang="en"><text><body>
      <termEntry id="e1"><descripGrp><descrip type="definition">Bytes</descrip></descripGrp>
      <descrip type="broaderConceptGeneric" target="e2"/><langSet xml:lang="en"><ntig><termGrp><term>file</term>
      <termNote type="administrativeStatus">supersededTerm-admn-sts</termNote></termGrp></ntig></langSet>
      <langSet xml:lang="xx-nonsense-locale-tag"><tig><term>y</term></tig></langSet></termEntry>
      <termEntry id="e2"><langSet xml:lang="en"><tig><term></term></tig></langSet></termEntry></body></text></martif>`;
    const { concepts, skipped } = await read(martif);
    expect(concepts).toEqual([concept('e1', ['en:file!deprecated'], { definition: 'Bytes' })]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      '"xx-nonsense-locale-tag" is not a locale',
      'the term has no text',
      'it has no term',
      'its relation "broader" leads to "e2", which does not exist',
    ]);
  });

  test('T87 JSON holds a termbase or a glossary, and what cannot be used of it is told', async () => {
    const glossary = '[{"source":"file","target":["Datei","Akte"]},{"source":"map"},3]';
    const { concepts, skipped } = await read(glossary);
    expect(concepts[0]?.terms.map(({ text, status }) => `${text} ${status}`)).toEqual([
      'Datei preferred',
      'Akte admitted',
      'file approved',
    ]);
    expect(skipped).toEqual([
      { place: 'entry 2', reason: 'the term has no text' },
      { place: 'entry 3', reason: 'it is not an object' },
    ]);
    const odd = await read(
      '{"x":["concepts"],"concepts":[{"id":"a","terms":[{"text":"b","locale":"?"}]},{"terms":[]}]}',
    );
    expect(odd.skipped.map(({ reason }) => reason)).toEqual(['"?" is not a locale', 'it has no id']);
  });

  test('T87 bytes come in any pieces and with a byte order mark', async () => {
    const terms = createTermbase(sample);
    for (const [, write] of writers) {
      const bytes = Buffer.from(`\ufeff${write(terms)}`);
      const source = {
        ...bytesSource(bytes),
        async *stream(start = 0, end = bytes.length) {
          for (let at = start; at < end; at += 7) yield bytes.subarray(at, Math.min(end, at + 7));
        },
      };
      const { concepts } = await gatherConcepts(readTerms(source, options));
      expect(concepts).toEqual(terms.concepts);
    }
  });

  test('T87 a termbase of any texts survives every format', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .map((each) => each.normalize('NFC').trim())
      .filter((each) => each !== '' && !/\p{C}/u.test(each));
    const term = fc.record({
      text,
      locale: fc.constantFrom('en', 'de', 'pt-BR'),
      status: fc.constantFrom(...termStatuses),
    });
    const concepts = fc.array(
      fc.record({
        id: text,
        domain: text,
        definition: text,
        terms: fc.array(term, { minLength: 1, maxLength: 4 }),
        type: fc.constantFrom(...relationTypes),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(concepts, async (drafts) => {
        const [first] = drafts;
        const items = drafts.map(({ type, ...draft }) => ({
          kind: 'concept' as const,
          concept: { ...draft, relations: [{ type, to: first?.id ?? '' }], properties: {} },
        }));
        const terms = createTermbase((await gatherConcepts(items)).concepts);
        for (const [, write] of writers) expect((await read(write(terms))).concepts).toEqual(terms.concepts);
      }),
      { numRuns: 30 },
    );
  });

  test('T87 what is imported over a termbase counts, and nothing goes away', () => {
    const more = concept('c1', ['de:Akte!forbidden', 'fr:fichier'], { domain: 'new' });
    const [merged] = createTermbase(mergeConcepts(sample, [more])).concepts;
    expect(merged).toMatchObject({ domain: 'new', definition: sample[0]?.definition, properties: { owner: 'docs' } });
    expect(merged?.terms.find(({ text }) => text === 'Akte')?.status).toBe('forbidden');
    expect(merged?.terms).toHaveLength(6);
  });
});
