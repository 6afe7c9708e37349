import { readToken, type PlaceholderToken } from './placeholder-token.js';

/** The codes of both sides, each with a name that is equal for codes that take the same value. */
export interface ValueNames {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/**
 * Names codes by the values that they take. If only one side numbers its values, those of the other are numbered in
 * order, so that `%s has %d` and `%2$d of %1$s` get the same names; if neither does, they are named by type.
 */
export function valueNames(source: readonly string[], target: readonly string[]): ValueNames {
  const [sourceTokens, targetTokens] = [source.map(toToken), target.map(toToken)];
  const isNumbered = sourceTokens.some(isPlaced) || targetTokens.some(isPlaced);
  return {
    source: listNames(source, sourceTokens, isNumbered),
    target: listNames(target, targetTokens, isNumbered),
  };
}

function toToken(data: string): PlaceholderToken | undefined {
  return data.startsWith('%') ? readToken(data, 'c') : undefined;
}

function isPlaced(token: PlaceholderToken | undefined): boolean {
  return token?.kind === 'listed' && token.place !== undefined;
}

function listNames(
  data: readonly string[],
  tokens: readonly (PlaceholderToken | undefined)[],
  isNumbered: boolean,
): readonly string[] {
  let next = 1;
  return tokens.map((token, index) => {
    // It takes no value, and has a position all the same where others have one.
    if (token?.kind === 'named' && token.key === '%m') return token.key;
    if (token?.kind !== 'listed') return data[index] ?? '';
    if (!isNumbered) return `%${token.type}`;
    next += token.place === undefined ? token.stars : 0;
    return `%${token.place ?? next++}$${token.type}`;
  });
}
