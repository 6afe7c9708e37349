/** Classes of ASCII characters in Unicode's rules for sentences. */
const [OTHER, UPPER, LOWER, DIGIT, SPACE, LINE_END, CLOSER, GOES_ON, PERIOD, MARK] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const members: readonly (readonly [kind: number, characters: string])[] = [
  [UPPER, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [LOWER, 'abcdefghijklmnopqrstuvwxyz'],
  [DIGIT, '0123456789'],
  [SPACE, ' \t\v\f'],
  [LINE_END, '\n\r'],
  [CLOSER, '()[]{}"\''],
  [GOES_ON, ',-:'],
  [PERIOD, '.'],
  [MARK, '!?'],
];
const kinds = new Uint8Array(128).fill(OTHER);
for (const [kind, characters] of members) for (const each of characters) kinds[each.charCodeAt(0)] = kind;

/** True when a text is ASCII only, without a semicolon, on which versions of Unicode differ. */
export function isPlainAscii(text: string): boolean {
  return /^[\0-:<-\x7f]*$/.test(text);
}

/**
 * Finds the end of the sentence that starts at a position of a plain ASCII text: like `Intl.Segmenter` for every
 * language without rules of its own, but much faster.
 */
export function endOfSentence(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const kind = kindAt(text, at);
    if (kind === LINE_END) return afterLineEnd(text, at);
    if (kind !== PERIOD && kind !== MARK) continue;
    const next = skip(text, skip(text, at + 1, CLOSER), SPACE);
    if (kindAt(text, next) === LINE_END) return afterLineEnd(text, next);
    if (!goesOn(text, at, next)) return next;
    at = next - 1;
  }
  return text.length;
}

/** True when a sentence continues after a mark; `next` is the position after closers and white space. */
function goesOn(text: string, mark: number, next: number): boolean {
  const kind = kindAt(text, next);
  if (kind === GOES_ON || kind === PERIOD || kind === MARK) return true;
  if (kindAt(text, mark) === MARK) return false;
  if (next === mark + 1 && (kind === DIGIT || (kind === UPPER && isLetter(kindAt(text, mark - 1))))) return true;
  return kindAt(text, skipToWord(text, next)) === LOWER;
}

function skip(text: string, from: number, kind: number): number {
  let at = from;
  while (at < text.length && kindAt(text, at) === kind) at += 1;
  return at;
}

/** Skips to the first letter, or to a character that ends the search for one. */
function skipToWord(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const kind = kindAt(text, at);
    if (isLetter(kind) || kind === LINE_END || kind === PERIOD || kind === MARK) return at;
  }
  return text.length;
}

function isLetter(kind: number): boolean {
  return kind === UPPER || kind === LOWER;
}

function afterLineEnd(text: string, at: number): number {
  return text.startsWith('\r\n', at) ? at + 2 : at + 1;
}

function kindAt(text: string, at: number): number {
  return kinds[text.charCodeAt(at)] ?? OTHER;
}
