import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { cpuNow } from '../../../../test/cpu-now.js';
import { needs } from '../../../../test/needs.js';
import { compileRules } from './rule.js';
import { endsLikeSentence, sentencesEndAt } from './scan.js';
import { findBreaks, segmentText } from './segment-text.js';

interface Case {
  readonly lang: string;
  readonly text: string;
  readonly expected: readonly string[];
}

describe('segmentText', () => {
  test.each([
    ['en', ['Prof. Lee met Gen. Ortiz.', 'They spoke.']],
    ['en', ['See Fig. 3 and sec. 12 for more.', 'It is short.']],
    ['en', ['The U.N. Council met.', 'It was in N.Y.', 'They agreed.']],
    ['en', ['Is it 3.14?', '"Yes!" he said.', 'Done.']],
    ['de', ['Am 3. Oktober wird gefeiert, d. h. es ist frei.', 'Die Läden sind zu.']],
    ['fr', ['M. Dupont habite au n° 5.', 'Il est parti.']],
    ['es', ['El Sr. Gil llegó.', '¿Y la Dra. Paz?', '¡No vino!']],
    ['it', ['Il Sig. Rossi è qui.', 'Buongiorno!']],
    ['pt', ['O Dr. Silva saiu.', 'Volta às 5.']],
    ['nl', ['Dhr. Jansen woont hier.', 'Hij is er niet.']],
    ['pl', ['Mieszka przy ul. Długiej 5.', 'To blisko.']],
    ['cs', ['Bydlí na nám. Míru.', 'Je to blízko.']],
    ['ru', ['А. С. Пушкин родился в Москве.', 'Он писал стихи и т. д.']],
    ['sv', ['Det gäller t. ex. böcker.', 'De är dyra.']],
    ['da', ['Mødet er den 5. Maj, f.eks. kl. 10.', 'Det er tidligt.']],
    ['nb', ['Han bor i St. Hanshaugen.', 'Det er fint.']],
    ['fi', ['Tämä on esim. Helsingissä.', 'Se on kaupunki.']],
    ['sk', ['Býva na ul. Hlavnej, napr. pri kostole č. 5.', 'Dňa 3. Mája odišiel.', 'To je všetko.']],
    ['uk', ['Він живе на вул. Шевченка, див. рис. 5.', 'Т. Г. Шевченко писав вірші.', 'Це було давно.']],
    ['bg', ['Той живее на ул. Раковски, вж. стр. 12.', 'Проф. Иванов дойде.', 'Това е всичко.']],
    ['hr', ['Stanuje u ul. Kralja Petra br. 5.', 'Dr. Horvat je ovdje.', 'To je sve.']],
    ['hu', ['Dr. Kovács István itt lakik, ld. a 3. Fejezetet.', 'Ez jó.', 'Ő is eljött.']],
    ['tr', ['Prof. Yılmaz geldi, bkz. s. 3.', 'Dr. Ayşe de burada.', 'Bu iyi.']],
    ['ro', ['Dl. Popescu locuiește pe str. Unirii nr. 5.', 'Este acasă.', 'Prof. Ion a plecat.']],
    ['ca', ['El Sr. Puig viu a la pl. Major núm. 3.', 'La Dra. Vila també.', 'És a prop.']],
    ['hi', ['यह एक वाक्य है।', 'यह दूसरा है।', 'क्या यह ठीक है?']],
    ['ko', ['안녕하세요.', '반갑습니다!', '어디에 있습니까?']],
    ['el', ['Πού είναι;', 'Ο κ. Παπάς ήρθε.', 'Βλ. σελ. 5.']],
    ['ar', ['هل أنت هنا؟', 'نعم، أنا هنا.', 'شكرا!']],
    ['he', ['שלום לכולם.', 'מה שלומך?', 'הכל בסדר!']],
    ['en', ['She said, "Stop. Go home." and left.', '"I am here. Come in!"', 'He came.']],
    ['en', ['It works (see the guide. It is long) as told.', 'Good.']],
    ['en', ['"If you please, sir—"', 'The door closed.']],
    ['en', ['A 6" pipe is here.', 'It fits the 8" hole.']],
    ['de', ['Er wohnt in Nr. 5.', 'Otto auch.']],
    ['en', ['It was shown in earlier work.1', 'Others disagree.']],
    ['de', ['Er sagte: «Halt. Nicht weiter!» und ging.', 'Dann war Ruhe.']],
    ['es', ['La lista: 1.Leche, 2.Pan, 3.Sal.', '¿Algo más?']],
    ['ja', ['「行きます。」と言った。', 'そして帰った。']],
    ['zh', ['今天很好。', '我们走吧！']],
  ])('T73 %s: %j', (locale, sentences) => {
    const joint = ['ja', 'zh'].includes(locale) ? '' : ' ';
    expect(segmentText(sentences.join(joint), locale)).toEqual(sentences);
  });

  test('T73 rules speak first, Unicode where they are silent', () => {
    const first = compileRules([{ before: 'stop', after: String.raw`\s`, break: true }]);
    const text = 'Please stop here. It ends.';
    expect(segmentText(text, 'en', { first })).toEqual(['Please stop', 'here.', 'It ends.']);
    expect(segmentText('Mr. Fox. ok', 'en', { engine: 'intl' })).toEqual(['Mr.', 'Fox. ok']);
    expect(segmentText('One. Two.', 'en', { engine: 'srx' })).toEqual(['One. Two.']);
  });

  test('T73 lists, wrapped lines and blank lines', () => {
    expect(segmentText('Do this: 1) wash it 2) dry it', 'en')).toEqual(['Do this:', '1) wash it', '2) dry it']);
    expect(segmentText('It costs 5. That is 5) too much', 'en')).toEqual(['It costs 5.', 'That is 5) too much']);
    expect(segmentText('A heading\n\nsome wrapped\ntext. More\nof it.', 'en')).toEqual([
      'A heading',
      'some wrapped text.',
      'More of it.',
    ]);
    const wrapped =
      'A line that reaches the margin of the page may well end before a name like\nNew York. Here is more.';
    expect(segmentText(wrapped, 'en')).toHaveLength(2);
    expect(segmentText('milk\nbread\nsalt', 'en')).toEqual(['milk', 'bread', 'salt']);
  });

  test('T73 cutting loses nothing, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.constantFrom('en', 'de', 'ja', 'ar', 'xx'),
        (text, locale) => {
          const ends = findBreaks(text, locale);
          expect(ends).toEqual([...new Set(ends)].toSorted((a, b) => a - b));
          expect(ends.every((at) => at > 0 && at < text.length)).toBe(true);
        },
      ),
    );
  });

  test('T73 Unicode alone cuts where Intl.Segmenter does, whether it is asked or not', () => {
    const pieces = fc.constantFrom(
      'a',
      'B',
      '1',
      ' ',
      '\u00a0',
      '.',
      '!',
      '?',
      ';',
      '…',
      '。',
      '․',
      '"',
      ')',
      '\n',
      '\t',
      'é',
    );
    const texts = fc.array(pieces, { maxLength: 9 }).map((list) => list.join(''));
    fc.assert(
      fc.property(texts, fc.constantFrom('en', 'el', 'ja', 'de'), (text, locale) => {
        const segments = [...new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text)];
        const ends = segments.map(({ index, segment }) => index + segment.trimEnd().length);
        const inside = [...new Set(ends)].filter((at) => at > 0 && at < text.length).toSorted((a, b) => a - b);
        expect(findBreaks(text, locale, { engine: 'intl' })).toEqual(inside);
      }),
      { numRuns: 5000 },
    );
  });

  test('T73 a text that looks like one sentence is cut as one that is read with care', () => {
    const pieces = fc.constantFrom(
      ...'a B 12 b) 1. Dr work.1 --" —” ,2. “ ” . ! ? ; : … 。 ։ ؟ ° " ( ) » • - é 文 😀'.split(' '),
      ...' \u00a0\n'.split(''),
    );
    const texts = fc.array(pieces, { maxLength: 9 }).map((list) => list.join(''));
    const nothing = compileRules([]);
    fc.assert(
      fc.property(texts, fc.constantFrom('en', 'el', 'ja', 'de', 'hy', 'fa', 'ar'), (text, locale) => {
        expect(findBreaks(text, locale)).toEqual(findBreaks(text, locale, { first: nothing }));
      }),
      { numRuns: 5000 },
    );
  });

  test('T73 a long hostile text takes its time only once', () => {
    const text = `${'a. '.repeat(30_000)}${'1. x '.repeat(20_000)}${'.\n'.repeat(20_000)}${'("'.repeat(20_000)}`;
    const start = cpuNow();
    expect(findBreaks(text, 'en').length).toBeGreaterThan(0);
    expect(cpuNow() - start).toBeLessThan(10_000);
  });

  test('T73 the golden rules of many languages', needs('shared'), () => {
    const file = join(import.meta.dirname, '../../../../../shared/data/segmentation-cases.json');
    const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };
    const rates = new Map<string, { right: number; all: number }>();
    for (const { lang, text, expected } of cases) {
      const group = lang === 'en' || lang === 'da' ? lang : 'others';
      const rate = rates.get(group) ?? { right: 0, all: 0 };
      const isRight = JSON.stringify(segmentText(text, lang)) === JSON.stringify(expected);
      rates.set(group, { right: rate.right + (isRight ? 1 : 0), all: rate.all + 1 });
    }
    const shareOf = (group: string) => (rates.get(group)?.right ?? 0) / (rates.get(group)?.all ?? 1);
    expect(shareOf('en')).toBeGreaterThanOrEqual(0.85);
    expect(shareOf('da')).toBeGreaterThanOrEqual(0.92);
    expect(shareOf('others')).toBeGreaterThanOrEqual(0.92);
  });
});

// Whoever goes back over all white space from each line end takes minutes for these, and the test has seconds.
test.each(['\n', ' ', '"\n', '\t\n', 'x \n'])('the time for many pieces of %j grows with their number', (piece) => {
  expect(findBreaks(piece.repeat(400_000), 'en').length).toBeLessThanOrEqual(400_000);
});

test('sentencesEndAt says of each position what endsLikeSentence says', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '.', '"', ' ', '\n', ')') }), (text) => {
      const positions = Array.from({ length: text.length + 1 }, (_, at) => at);
      expect(sentencesEndAt(text, positions)).toEqual(positions.map((at) => endsLikeSentence(text, at)));
    }),
  );
});
