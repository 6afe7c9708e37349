/** The most frequent letters of a script. */
const usual: readonly (readonly [alphabet: RegExp, letters: ReadonlySet<string>])[] = [
  [/\p{Script=Latin}/u, new Set('äöüßéèàçêîôûñóíáúãõåøæąęłśżźćńščřžýěůőűğışțăâëïœ')],
  [/\p{Script=Cyrillic}/u, new Set('оеаинтсрвл')],
  [/\p{Script=Greek}/u, new Set('αοιετσνηυρπκμλςάίόέή')],
  [/\p{Script=Hebrew}/u, new Set('יוהלאמרתבש')],
  [/\p{Script=Arabic}/u, new Set('اليمنروتبةعد')],
  [/\p{Script=Thai}/u, new Set('านรอกเงมยลวด่ีท้ั')],
  [/[\u3041-\u309F]/u, new Set('のにはをたがでてとしれさいなる')],
  [/[\u30A0-\u30FF]/u, new Set('ーンスルトリアイラ')],
  [/[\uAC00-\uD7A3]/u, new Set('이다는의에하가고을지한도로기사리어나자인를은서시만')],
  [
    /[\u4E00-\u9FFF]/u,
    new Set(
      '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种' +
        '這個們來為國說時會對於過發後裡麼樣從種學點日本語文字章',
    ),
  ],
];

const letter = /\p{L}/u;
const large = /\p{Lu}/u;
const usualSign = /[\u00A0-\u00BF\u2010-\u203A\u20AC\u2122\u3000-\u303F\uFF01-\uFF5E]/u;
/** From this index on, one character is about a word. */
const firstWide = 6;

/** Scores how plausible non-ASCII text is, from 0 to 1: usual letters of one script, capitals at the start of words. */
export function plausibility(text: string): number {
  const chars = Array.from(text);
  let [seen, good] = [0, 0];
  for (const [index, char] of chars.entries()) {
    if (char <= '\u007F') continue;
    seen += 1;
    good += pointsOf(char, chars[index - 1] ?? ' ', chars[index + 1] ?? ' ');
  }
  return seen === 0 ? 0 : Math.max(0, good / seen);
}

function pointsOf(char: string, before: string, after: string): number {
  const script = usual.findIndex(([alphabet]) => alphabet.test(char));
  const [alphabet, letters] = usual[script] ?? [];
  if (alphabet === undefined || letters === undefined) {
    return usualSign.test(char) && !(letter.test(before) && letter.test(after)) ? 0.5 : -1;
  }
  const points = letters.has(char.toLowerCase()) ? 1 : 0.6;
  if (script >= firstWide) return points;
  // Most letters of a Latin word are ASCII.
  if (script === 0 && ![before, after].some((other) => /[A-Za-z]/.test(other))) return 0.1;
  const mixes = [before, after].some((other) => letter.test(other) && !alphabet.test(other));
  // A capital after a small letter is rare; so is a single non-ASCII letter as a word.
  const isInside = large.test(char) && letter.test(before) && !large.test(before);
  const isAlone = !letter.test(before) && !letter.test(after);
  return mixes ? -1 : isInside ? -0.5 : isAlone ? 0.3 : points;
}
