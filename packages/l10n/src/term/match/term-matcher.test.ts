import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inflect } from './inflect.js';
import { inflectionRules } from './inflection-rules.js';
import { createTermMatcher, type MatcherOptions, type WantedTerm } from './term-matcher.js';

/** Returns the matches of some terms. */
function matched(
  text: string,
  terms: readonly (string | Omit<WantedTerm<string>, 'term'>)[],
  options: Partial<MatcherOptions> = {},
) {
  const wanted = terms.map((term) => (typeof term === 'string' ? { term, text: term } : { ...term, term: term.text }));
  return createTermMatcher(wanted, { locale: 'en', ...options })(text);
}

const places = (...args: Parameters<typeof matched>) =>
  matched(...args).map(({ term, start, end }) => `${term}@${start}-${end}`);

const scored = (...args: Parameters<typeof matched>) =>
  matched(...args).map(({ term, score, matchType }) => [term, score, matchType]);

describe('createTermMatcher', () => {
  test('TV16 finds whole words only, and needs no boundary where there is none', () => {
    expect(places('The user may use it', ['use'])).toEqual(['use@13-16']);
    expect(places('mooring_id, mooring2, mooring', ['mooring'])).toEqual(['mooring@22-29']);
    expect(places('C++ and {count}!', ['C++', '{count}'])).toEqual(['C++@0-3', '{count}@8-15']);
    expect(places('aC++, C+++', ['C++'])).toEqual(['C++@6-9']);
    expect(places('使用文件系统', ['文件'])).toEqual(['文件@2-4']);
    expect(places('使用API时, APIs', ['API'], { inflection: 'none' })).toEqual(['API@2-5']);
  });

  test.each([
    ['サーバーを使う', 'サーバー'],
    ['ประเทศไทย', 'ไทย'],
    ['ພາສາລາວ', 'ລາວ'],
    ['ភាសាខ្មែរ', 'ខ្មែរ'],
    ['မြန်မာဘာသာ', 'ဘာသာ'],
    ['བོད་སྐད་ཡིག', 'སྐད'],
  ])('T85 in %s, which has no spaces, %s is found', (text, term) => {
    const start = text.indexOf(term);
    expect(places(text, [term])).toEqual([`${term}@${start}-${start + term.length}`]);
  });

  test('T85 a character is never cut off its marks', () => {
    expect(places('ที่นี่', ['ท'])).toEqual([]);
    expect(places('cafe\u0301 cafe', ['cafe'], { inflection: 'none' })).toEqual(['cafe@6-10']);
    expect(places('می\u200cخواهم', ['می'])).toEqual([]);
  });

  test('TV16 keeps places where folding changes lengths', () => {
    expect(places('İstanbul İ file', ['file', 'İstanbul'])).toEqual(['İstanbul@0-8', 'file@11-15']);
    expect(places('cafe\u0301 bar', ['café'])).toEqual(['café@0-5']);
    expect(places('file \n  system x', ['file system'])).toEqual(['file system@0-14']);
    expect(places('a 𝒳 😀 file', ['file', '😀', '𝒳'])).toEqual(['𝒳@2-4', '😀@5-7', 'file@8-12']);
    expect(places('the data\u00adbase', ['database'])).toEqual(['database@4-13']);
  });

  test('T85 case is folded as the language does', () => {
    expect(places('istanbul', ['İstanbul'], { locale: 'tr' })).toEqual(['İstanbul@0-8']);
    expect(places('istanbul', ['İstanbul'])).toEqual([]);
    expect(places('ΟΔΟΣ', ['οδός'.normalize('NFC').replace('ό', 'ο')], { locale: 'el' })).toHaveLength(1);
    expect(places('File', ['file'], { caseSensitive: true })).toEqual([]);
  });

  test('T85 of terms that overlap the longest counts, then the earliest', () => {
    const terms = ['file', 'file system', 'system file'];
    expect(places('file system file', terms)).toEqual(['file system@0-11', 'file@12-16']);
    expect(places('a b c', ['a b', 'b c'])).toEqual(['a b@0-3']);
  });

  test('T85 overlaps gives all of them', () => {
    expect(places('file system file', ['file', 'file system', 'system file'], { overlaps: true })).toEqual([
      'file system@0-11',
      'file@0-4',
      'system file@5-16',
      'file@12-16',
    ]);
  });

  test('T86 says how a term was found, and how sure that is', () => {
    expect(scored('file', ['file'])).toEqual([['file', 1, 'exact']]);
    expect(scored('FILE', ['file'])).toEqual([['file', 0.95, 'case']]);
    expect(scored('files', ['file'])).toEqual([['file', 0.9, 'inflected']]);
    expect(scored('files', ['file', 'files'])).toEqual([['files', 1, 'exact']]);
  });

  test('TV17 files finds file, and Häuser finds Haus by a given form', () => {
    expect(places('Two files', ['file'])).toEqual(['file@4-9']);
    expect(places('Two files', ['file'], { inflection: 'none' })).toEqual([]);
    const german = { locale: 'de' };
    expect(places('Zwei Häuser', ['Haus'], german)).toEqual([]);
    expect(places('Zwei Häuser', [{ text: 'Haus', forms: ['Häuser'] }], german)).toEqual(['Haus@5-11']);
    expect(scored('Häuser', [{ text: 'Haus', forms: ['Häuser'] }], { ...german, inflection: 'none' })).toEqual([
      ['Haus', 0.9, 'inflected'],
    ]);
  });

  test.each([
    ['en', 'policy', 'policies'],
    ['en', 'file system', 'file systems'],
    ['de', 'Datei', 'Dateien'],
    ['de', 'neue Datei', 'neuen Dateien'],
    ['fr', 'fichier local', 'fichiers locaux'],
    ['es', 'conexión', 'conexiones'],
    ['it', 'banco', 'banchi'],
    ['pt', 'ligação', 'ligações'],
    ['nl', 'bestand', 'bestanden'],
    ['sv', 'filen', 'filens'],
    ['sv', 'mapp', 'mapparna'],
    ['da', 'mappe', 'mapperne'],
    ['nb', 'mappe', 'mappene'],
    ['ru', 'новый файл', 'нового файла'],
    ['ru', 'папка', 'папок'],
    ['pl', 'plik', 'plików'],
    ['cs', 'soubor', 'souborů'],
    ['fi', 'tiedosto', 'tiedostossa'],
    ['pt-BR', 'arquivo', 'arquivos'],
  ])('T86 %s: "%s" is found as "%s"', (locale, term, form) => {
    expect(scored(form, [term], { locale })).toEqual([[term, 0.9, 'inflected']]);
  });

  test('T86 there are rules for fourteen languages, and none of them changes a short word, a number or a name of code', () => {
    expect(Object.keys(inflectionRules).toSorted()).toEqual('cs da de en es fi fr it nb nl pl pt ru sv'.split(' '));
    expect(inflect('id', 'en')).toEqual([]);
    expect(inflect('x2', 'en')).toEqual([]);
    expect(inflect('word', 'ja')).toEqual([]);
  });

  test('T86 words that share a form are told apart', () => {
    // "Karten" is a form of "Karte" and a word by itself, so both are in one class.
    const terms = ['Karte legen', 'Karten mischen'];
    expect(places('Karten legen', terms, { locale: 'de' })).toEqual(['Karte legen@0-12']);
    expect(places('Karte mischen', terms, { locale: 'de' })).toEqual([]);
  });

  test('T85 terms without text are passed over, and equal terms are all found', () => {
    const wanted = [1, 2].map((term) => ({ term, text: 'bank' }));
    expect(
      createTermMatcher([...wanted, { term: 3, text: ' ' }], { locale: 'en' })('a bank').map(({ term }) => term),
    ).toEqual([1, 2]);
  });

  test('T85 finds what looking for each term at each place finds', () => {
    const word = fc.constantFrom('a', 'b', 'ab', 'A', '_', '文', '+', ' ', '  ', '-', 'é', 'e\u0301');
    const text = fc.array(word, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const terms = fc.array(
      text.filter((each) => each.trim() !== ''),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(text, terms, (given, wanted) => {
        const own = [...new Set(wanted)];
        const found = places(given, own, { overlaps: true, inflection: 'none' }).toSorted();
        expect(found).toEqual(own.flatMap((term) => slowly(given, term)).toSorted());
      }),
      { numRuns: 500 },
    );
  });
});

/** Finds every occurrence of one term without any index. */
function slowly(text: string, term: string): string[] {
  const plain = (each: string) => each.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ');
  const wanted = plain(term.trim());
  const found: string[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + 1; end <= text.length; end += 1) {
      const edges = [start, end].every((at) => isEdge(text, at));
      const cutSpace = /\s/u.test(text.charAt(end - 1)) || /\s/u.test(text.charAt(start));
      if (edges && !cutSpace && plain(text.slice(start, end)) === wanted) found.push(`${term}@${start}-${end}`);
    }
  }
  return found;
}

function isEdge(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (after === '\u0301') return false;
  const isWord = (char: string) => /[\p{L}\p{M}\p{N}_]/u.test(char) && char !== '文';
  return !isWord(before) || !isWord(after);
}
