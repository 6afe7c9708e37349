import { readToken, type PlaceholderToken } from './placeholder-token.js';

/** The codes of both sides, each with a name that is equal for codes that take the same value. */
export interface ValueNames {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/**
 * Names codes by their data. If only one side numbers its values, those of the other are numbered in order, so that `%s
 * has %d` and `%2$d of %1$s` get the same names.
 */
export function valueNames(source: readonly string[], target: readonly string[]): ValueNames {
  const [one, other] = [source.map(toToken), target.map(toToken)];
  if (one.some(isPlaced) === other.some(isPlaced)) return { source, target };
  return { source: listNames(source, one), target: listNames(target, other) };
}

function toToken(data: string): PlaceholderToken | undefined {
  return data.startsWith('%') ? readToken(data, 'c') : undefined;
}

function isPlaced(token: PlaceholderToken | undefined): boolean {
  return token?.kind === 'listed' && token.place !== undefined;
}

function listNames(data: readonly string[], tokens: readonly (PlaceholderToken | undefined)[]): readonly string[] {
  let next = 1;
  return tokens.map((token, index) => {
    if (token?.kind !== 'listed') return data[index] ?? '';
    next += token.place === undefined ? token.stars : 0;
    return `%${token.place ?? next++}$${token.type}`;
  });
}
