import type { Json, JsonObject } from '@helve/core';
import { units, type Runs } from '@helve/flow';
import { pathText } from '@helve/flow/content';
import { diffTokens, type TokenDiff } from './diff-tokens.js';
import { comparisonTokens, type ComparisonToken, type TokenOptions } from './comparison-tokens.js';

/** One side of a comparison: its content, locale and label. */
export interface ComparedSide {
  readonly runs: Runs;
  readonly locale: string;
  readonly label: string;
}

/** Similarity of two contents, from 0 to 1, and their differences. */
export interface ComparedRuns {
  readonly ratio: number;
  readonly diff: readonly Json[];
}

/** Compares word by word, each unit with the one at the same path. */
export function compareRuns(first: ComparedSide, second: ComparedSide, options: TokenOptions): ComparedRuns {
  const paths = new Set([first, second].flatMap(({ runs }) => units(runs).map(({ path }) => pathText(path))));
  const diff: Json[] = [];
  let total = 0;
  let shared = 0;
  for (const path of paths) {
    const one = tokensAt(first, path, options);
    const other = tokensAt(second, path, options);
    const changes = diffTokens(one.map(tokenKey), other.map(tokenKey));
    total += one.length + other.length;
    for (const change of changes) {
      if (change.op === 'equal') shared += 2 * (change.first[1] - change.first[0]);
      diff.push(toJson(change, path, { side: first, tokens: one }, { side: second, tokens: other }));
    }
  }
  return { ratio: total === 0 ? 1 : shared / total, diff };
}

function tokenKey({ key }: ComparisonToken): string {
  return key;
}

function tokensAt({ runs, locale }: ComparedSide, path: string, options: TokenOptions): readonly ComparisonToken[] {
  const unit = units(runs).find((each) => pathText(each.path) === path);
  return unit === undefined ? [] : comparisonTokens(unit.runs, locale, options);
}

interface SideTokens {
  readonly side: ComparedSide;
  readonly tokens: readonly ComparisonToken[];
}

/** Encodes a change with the text of each side under its label; a side without text has only a position. */
function toJson({ op, first, second }: TokenDiff, path: string, one: SideTokens, other: SideTokens): JsonObject {
  return {
    op,
    ...(path === '' ? {} : { path }),
    ...toStretch(one, first),
    ...toStretch(other, second),
  };
}

function toStretch({ side, tokens }: SideTokens, [from, to]: readonly [number, number]): JsonObject {
  const slice = tokens.slice(from, to);
  const start = slice[0]?.start ?? tokens[from - 1]?.end ?? 0;
  const text = slice.map((token) => token.text).join('');
  return { [side.label]: { text, start, end: slice.at(-1)?.end ?? start } };
}
