import { compileSet } from './code-point-set.js';

const isWord = compileSet(String.raw`\w`);

/** True when an assertion holds between two characters. */
export function holdsAt(source: '^' | '$' | '\\b' | '\\B', points: Uint32Array, at: number): boolean {
  if (source === '^') return at === 0;
  if (source === '$') return at === points.length;
  const isBoundary = isWordAt(points, at - 1) !== isWordAt(points, at);
  return isBoundary === (source === '\\b');
}

function isWordAt(points: Uint32Array, at: number): boolean {
  const point = points[at];
  return point !== undefined && isWord(point);
}
