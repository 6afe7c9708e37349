import type { ThreadSource } from '@helve/flow/engine';
import { isUnambiguous } from './is-unambiguous.js';
import { areLong, nextTurn } from './next-turn.js';
import { overdueError, patternError } from './pattern-error.js';
import { matchInThread } from './pattern-thread.js';
import { PATTERN_LIMIT_MS, withinLimit } from './within-limit.js';

/** One match of a pattern, in UTF-16 indexes. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
  readonly named: { readonly [name: string]: string | undefined };
}

export interface PatternOptions {
  readonly ignoreCase?: boolean;
  readonly dotAll?: boolean;
  readonly multiLine?: boolean;
  readonly wholeWord?: boolean;
  /** The source is text, not a regular expression. */
  readonly literal?: boolean;
  /** Threads for a pattern that could hang. Without them it runs in place and blocks until its limit. */
  readonly threads?: ThreadSource | undefined;
}

/** A pattern of a user that cannot hang a run. */
export interface Pattern {
  readonly source: string;
  /** True when the pattern is proven harmless; any other has a time limit and may run on a thread. */
  readonly inPlace: boolean;
  /** Lists all matches in each text, except empty ones. In long texts it lets other work go on, until the signal aborts. */
  matchesIn(
    texts: readonly string[],
    signal?: AbortSignal,
  ): readonly (readonly PatternMatch[])[] | Promise<readonly (readonly PatternMatch[])[]>;
}

/** Compiles a pattern with the flag `v`; throws with the problem when it is invalid. */
export function compilePattern(source: string, options: PatternOptions = {}): Pattern {
  const { ignoreCase, dotAll, multiLine, wholeWord, literal, threads } = options;
  const flags = `g${ignoreCase === true ? 'i' : ''}${dotAll === true ? 's' : ''}${multiLine === true ? 'm' : ''}v`;
  const body = literal === true ? escapeLiteral(source) : source;
  const pattern = wholeWord === true ? String.raw`(?<![\p{L}\p{M}\p{N}_])(?:${body})(?![\p{L}\p{M}\p{N}_])` : body;
  const regex = toRegex(pattern, flags, source);
  const close = pattern === body ? closingOf(body) : undefined;
  const clipped = (text: string) => (close === undefined ? text : text.slice(0, text.lastIndexOf(close) + 1));
  const findIn = (texts: readonly string[]) => texts.map((text) => findAll(regex, clipped(text)));
  if (literal === true || isUnambiguous(body, flags)) {
    const matchesIn: Pattern['matchesIn'] = (texts, signal) =>
      signal !== undefined && areLong(texts) ? findInTurns(regex, texts.map(clipped), signal) : findIn(texts);
    return { source, inPlace: true, matchesIn };
  }
  return {
    source,
    inPlace: false,
    matchesIn: (texts) =>
      threads === undefined
        ? withinLimit(
            () => findIn(texts),
            (limitMs) => overdueError(source, limitMs),
          )
        : matchInThread(threads, { source: pattern, flags, texts }, PATTERN_LIMIT_MS),
  };
}

/** Expands `$1`, `$<name>`, `$&` and `$$`. */
export function expandReplacement(template: string, text: string, match: PatternMatch): string {
  return template.replaceAll(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g, (reference, dollar, all, number, name) => {
    if (dollar !== undefined) return '$';
    if (all !== undefined) return text.slice(match.start, match.end);
    if (name !== undefined) return match.named[String(name)] ?? '';
    const index = Number(number);
    return index >= 1 && index <= match.groups.length ? (match.groups[index - 1] ?? '') : reference;
  });
}

/** A pattern such as `<[^>]+>`: text, everything but one character, and that character. */
const delimited = /^(?:\\[^\w]|[^\\[\](){}.*+?|^$])+\[\^\\?([^\\\]\w])\]\+\\?([^\\\w])$/u;

/**
 * Finds the character that closes a delimited pattern. Behind the last of them nothing can match, and a search that
 * begins at each opening there would go on to the end of the text every time.
 */
function closingOf(source: string): string | undefined {
  const [, excluded, close] = delimited.exec(source) ?? [];
  return excluded === close ? close : undefined;
}

function toRegex(pattern: string, flags: string, source: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (cause) {
    const problem =
      cause instanceof Error ? cause.message.replace(/^Invalid regular expression: .*\/[a-z]*: /, '') : 'it is invalid';
    throw patternError(source, problem, cause);
  }
}

function findAll(regex: RegExp, text: string): readonly PatternMatch[] {
  return [...findEach(regex, text)];
}

function* findEach(regex: RegExp, text: string): Generator<PatternMatch, void, undefined> {
  for (const match of text.matchAll(regex)) {
    if (match[0] === '') continue;
    const { index, groups = {} } = match;
    yield { start: index, end: index + match[0].length, groups: match.slice(1), named: { ...groups } };
  }
}

const MATCHES_PER_TURN = 4_096;

/** Lists all matches, and lets other work go on after every few thousand. */
async function findInTurns(
  regex: RegExp,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly (readonly PatternMatch[])[]> {
  const found: PatternMatch[][] = [];
  let inTurn = 0;
  for (const text of texts) {
    const matches: PatternMatch[] = [];
    found.push(matches);
    for (const match of findEach(regex, text)) {
      matches.push(match);
      if ((inTurn += 1) % MATCHES_PER_TURN === 0) await nextTurn(signal);
    }
  }
  await nextTurn(signal);
  return found;
}

/** Escapes a text to a regular expression that matches exactly it. */
export function escapeLiteral(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
