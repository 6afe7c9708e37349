import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../test/cpu-now.js';
import { entityTypes } from './entity-type.js';
import { labelledNames, nameKinds, projectNames } from '../testing/labelled-names.js';
import { madeEntities, madeKinds } from '../testing/made-entities.js';
import { scoreRecognizer, type KindScore } from '../testing/score-recognizer.js';
import { createLocalRecognizer } from './local-recognizer.js';

const rules = createLocalRecognizer();
const signal = new AbortController().signal;

const recognize = async (text: string, locale = 'en', types: readonly string[] = entityTypes) =>
  (await rules.recognize([text], { locale, types, signal }))[0] ?? [];

const found = async (text: string, locale = 'en') =>
  (await recognize(text, locale)).map(({ text: part, type }) => `${part} = ${type}`);

const only = async (kind: string, text: string, locale = 'en') =>
  (await recognize(text, locale)).filter(({ type }) => type === kind).map((entity) => entity.text);

const ofAll = (rows: readonly KindScore[]) => rows.find(({ kind }) => kind === 'all');

describe('createLocalRecognizer', () => {
  test('T68 what has a shape or a sum is found at 99 % and more, and nothing that only looks like it', async () => {
    const { rows, misses } = await scoreRecognizer(rules, madeEntities(1200, 29), madeKinds);
    for (const { kind, right, precision, recall } of rows) {
      expect(right, kind).toBeGreaterThan(90);
      expect(Math.min(precision, recall), `${kind}: ${JSON.stringify(misses.slice(0, 3))}`).toBeGreaterThanOrEqual(
        0.99,
      );
    }
  });

  test('T68 names are found by what stands around them, and more of them with the list of a project', async () => {
    const alone = ofAll((await scoreRecognizer(rules, labelledNames, nameKinds)).rows);
    const listed = ofAll((await scoreRecognizer(createLocalRecognizer(projectNames), labelledNames, nameKinds)).rows);
    expect(alone?.precision).toBeGreaterThanOrEqual(0.95);
    expect(alone?.recall).toBeGreaterThanOrEqual(0.74);
    expect(listed?.precision).toBeGreaterThanOrEqual(0.95);
    expect(listed?.recall).toBeGreaterThanOrEqual(0.9);
  });

  test('T68 sums decide what is an account or a card, and first digits which cards there are', async () => {
    expect(await found('DE89 3704 0044 0532 0130 00, DE89 3704 0044 0532 0130 01')).toEqual([
      'DE89 3704 0044 0532 0130 00 = iban',
    ]);
    expect(await found('4111-1111-1111-1111 and 4111-1111-1111-1112')).toEqual(['4111-1111-1111-1111 = credit-card']);
    expect(await only('credit-card', 'Device 356938035643809, serial 1111111111111117')).toEqual([]);
  });

  test('T68 a number with another name before it is no address and is not dialled', async () => {
    expect(await found('version 1.2.3.4, section 1.2.3.4, order no. 0301234567')).toEqual([]);
    expect(await found('at 1.2.3.4, 030 1234567, tel. 612 34 56 78')).toEqual([
      '1.2.3.4 = ip',
      '030 1234567 = phone',
      '612 34 56 78 = phone',
    ]);
    expect(await found('1234 0301 2345 67, 0371364, utf-8::')).toEqual([]);
  });

  test('T68 an address of the web ends before the signs of the sentence', async () => {
    expect(await only('url', 'See (https://a.example/x_(y)), or www.b.example/?q=1.')).toEqual([
      'https://a.example/x_(y)',
      'www.b.example/?q=1',
    ]);
    expect(await only('url', 'http:// and www. alone')).toEqual([]);
  });

  test('T68 dates are those that a calendar has, with the months of the language', async () => {
    expect(await only('date', '2024-02-29, 2023-02-29, 12/31/2024, 31/12/2024, 31.02.2024, 05.06.24, 1.2.24')).toEqual([
      '2024-02-29',
      '12/31/2024',
      '31/12/2024',
      '05.06.24',
    ]);
    expect(await only('date', 'le 1er mars 2024, 5 mars', 'fr')).toEqual(['1er mars 2024', '5 mars']);
    expect(await only('date', 'am 5. März und im Mai 2024', 'de-AT')).toEqual(['5. März', 'Mai 2024']);
    expect(await only('date', '5 de mayo de 2024; may 14', 'es')).toEqual(['5 de mayo de 2024']);
    expect(await only('date', '5 marca 2024, 2024年3月5日', 'pl')).toEqual(['5 marca 2024', '2024年3月5日']);
    expect(await only('date', 'Mar 5, 2024 and 40 March', 'tlh')).toEqual(['Mar 5, 2024']);
  });

  test('T68 amounts have a sign, a code or a name of money', async () => {
    expect(await only('currency', '$5 million, 1.234,50 €, CHF 1’000, 20 dollars, 5 Mio. €')).toEqual([
      '$5 million',
      '1.234,50 €',
      'CHF 1’000',
      '20 dollars',
      '5 Mio. €',
    ]);
    expect(await only('currency', '%1$@, $HOME, $5x, 5 %, 100 EUROPE')).toEqual([]);
  });

  test('T68 persons have titles of the language, and letters behind or words of respect', async () => {
    expect(await only('person', 'Prof. Dr. med. Ada von Stetten und Frau Noether', 'de')).toEqual([
      'Ada von Stetten',
      'Noether',
    ]);
    expect(await only('person', 'Jane Doe, PhD, and Mr J. P. Whitcombe. Dr. No one')).toEqual([
      'Jane Doe',
      'J. P. Whitcombe',
      'No',
    ]);
    expect(await only('person', 'Frau Dr. ist da', 'de')).toEqual([]);
    expect(await only('person', '田中さんとお客様', 'ja')).toEqual(['田中']);
    expect(await only('person', '김민수 씨가 왔다', 'ko')).toEqual(['김민수']);
  });

  test('T68 organisations have a form or call themselves something, without the word that opens the sentence', async () => {
    expect(await only('organization', 'The Acme Corp. and Ask Bell & Sons Ltd, University of Eastvale')).toEqual([
      'Acme Corp.',
      'Bell & Sons Ltd',
      'University of Eastvale',
    ]);
    expect(await only('organization', 'Die Kranich Logistik GmbH & Co. KG. Die GmbH', 'de')).toEqual([
      'Kranich Logistik GmbH & Co. KG',
    ]);
    expect(await only('organization', 'ООО «Ромашка»', 'ru')).toEqual(['ООО «Ромашка»']);
  });

  test('T68 places are countries of the language, streets, and what is named as a place', async () => {
    expect(await only('location', 'Von Österreich in die Lindenstraße 12', 'de')).toEqual([
      'Österreich',
      'Lindenstraße 12',
    ]);
    expect(await only('location', 'The Skelling Island near 14 Alder Street, Mount Tarn')).toEqual([
      'Skelling Island',
      '14 Alder Street',
      'Mount Tarn',
    ]);
    expect(await only('location', 'ドイツへ', 'ja')).toEqual(['ドイツ']);
  });

  test('T68 only the kinds that are asked for are looked for', async () => {
    const asked = await recognize('Dr. Ada, 5 March, a@b.example', 'en', ['people', 'other']);
    expect(asked.map(({ text }) => text)).toEqual(['Ada', 'a@b.example']);
  });

  test('T68 every entity stands where its text and number say, and none over another', async () => {
    const piece = fc.constantFrom(
      'Dr. Ada',
      ' ',
      '5 March',
      '€5',
      '1.2.3.4',
      'a@b.example',
      ',',
      'Acme Ltd',
      '0301',
      'ä',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const { text: part, occurrence } of await recognize(text)) {
          let at = text.indexOf(part);
          for (let left = occurrence; left > 1; left -= 1) at = text.indexOf(part, at + 1);
          expect(at).toBeGreaterThanOrEqual(last);
          last = at + part.length;
        }
      }),
      { numRuns: 60 },
    );
  });

  test('T4 no text makes a rule slow', async () => {
    const hostile = ['A', 'Aa ', 'Dr. ', '1 ', '1,', 'https://(', 'A-', 'A.', 'von ', '5. ', 'Acme & ', 'A’', '田'];
    const began = cpuNow();
    for (const text of hostile) await recognize(text.repeat(Math.ceil(20_000 / text.length)));
    expect(cpuNow() - began).toBeLessThan(8000);
  });
});
