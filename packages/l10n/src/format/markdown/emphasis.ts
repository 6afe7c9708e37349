import type { DelimiterNode, MarkNode } from './inline-node.js';

/** Creates the delimiter run at a position: its neighbours decide what it may do. */
export function delimiterNode(content: string, at: number, end: number): DelimiterNode {
  const char = content.charAt(at);
  const before = charKind(at === 0 ? '\n' : lastChar(content, at));
  const after = charKind(end >= content.length ? '\n' : String.fromCodePoint(content.codePointAt(end) ?? 10));
  const left = after === 'text' || (after === 'mark' && before !== 'text');
  const right = before === 'text' || (before === 'mark' && after !== 'text');
  const isLeft = after !== 'space' && left;
  const isRight = before !== 'space' && right;
  const inWord = char === '_';
  return {
    kind: 'delimiter',
    char,
    length: end - at,
    opens: isLeft && (!inWord || !isRight || before === 'mark'),
    closes: isRight && (!inWord || !isLeft || after === 'mark'),
    count: end - at,
    closed: [],
    opened: [],
  };
}

/**
 * Pairs the delimiters above `bottom` and removes them; `nextPair` numbers the pairs. Each closes what it can of those
 * that wait, from the last, and then waits itself if it may open.
 */
export function pairDelimiters(delimiters: DelimiterNode[], bottom: number, nextPair: () => number): void {
  if (delimiters.length === bottom) return;
  const waiting: DelimiterNode[] = [];
  const floors = new Map<string, number>();
  for (const delimiter of delimiters.splice(bottom)) {
    if (delimiter.closes) closePairs(delimiter, waiting, floors, nextPair);
    if (delimiter.opens && delimiter.count > 0) waiting.push(delimiter);
  }
}

/** Closes pairs; below a floor nothing waits that a delimiter of that kind could close. */
function closePairs(
  closer: DelimiterNode,
  waiting: DelimiterNode[],
  floors: Map<string, number>,
  nextPair: () => number,
): void {
  const kind = `${closer.char}${closer.opens}${closer.length % 3}`;
  while (closer.count > 0) {
    const key = closer.char === '~' ? `~${closer.count}` : kind;
    const found = findOpener(waiting, closer, Math.min(floors.get(key) ?? 0, waiting.length));
    if (found < 0) {
      floors.set(key, waiting.length);
      return;
    }
    const opener = waiting[found];
    if (opener) join(opener, closer, nextPair());
    waiting.length = opener?.count === 0 ? found : found + 1;
    for (const [name, floor] of floors) if (floor > waiting.length) floors.set(name, waiting.length);
  }
}

function findOpener(waiting: readonly DelimiterNode[], closer: DelimiterNode, floor: number): number {
  for (let at = waiting.length - 1; at >= floor; at -= 1) {
    const opener = waiting[at];
    if (opener?.char === closer.char && fits(opener, closer)) return at;
  }
  return -1;
}

function fits(opener: DelimiterNode, closer: DelimiterNode): boolean {
  if (closer.char === '~') return opener.count === closer.count && closer.count <= 2;
  const both = opener.closes || closer.opens;
  return !both || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

function join(opener: DelimiterNode, closer: DelimiterNode, pair: number): void {
  const size = opener.char === '~' ? closer.count : opener.count > 1 && closer.count > 1 ? 2 : 1;
  const data = opener.char.repeat(size);
  opener.opened.unshift(mark('open', pair, data));
  closer.closed.push(mark('close', pair, data));
  opener.count -= size;
  closer.count -= size;
}

function mark(kind: 'open' | 'close', pair: number, data: string): MarkNode {
  if (data.startsWith('~')) return { kind, pair, type: 'fmt:strikethrough', subType: 'md:strikethrough', data };
  if (data.length === 2) return { kind, pair, type: 'fmt:bold', subType: 'md:strong', data };
  return { kind, pair, type: 'fmt:italic', subType: 'md:emphasis', data };
}

type CharKind = 'space' | 'mark' | 'text';

/** Classifies a character for adjacent emphasis marks. */
function charKind(char: string): CharKind {
  if (/^[A-Za-z0-9]/u.test(char)) return 'text';
  if (/^\s/u.test(char)) return 'space';
  return /^[\p{P}\p{S}]/u.test(char) ? 'mark' : 'text';
}

function lastChar(content: string, end: number): string {
  const low = content.charCodeAt(end - 1);
  return low >= 0xdc00 && low < 0xe000 && end > 1 ? content.slice(end - 2, end) : content.charAt(end - 1);
}
