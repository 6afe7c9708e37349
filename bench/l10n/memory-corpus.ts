import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbers, sentence } from '../flow/corpus.js';

/** A query with the best score that a comparison with every segment finds; 0 when that is below 0.7. */
export interface RatedQuery {
  readonly text: string;
  readonly bestRatio: number;
}

const folder = join('..', 'shared', 'data');

/** True when the real strings are here. */
export const hasSegments = existsSync(join(folder, 'memory-segments.json'));

/** Real strings of open catalogs, or made ones where they are not here. */
export function segments(): readonly string[] {
  if (hasSegments) return (read('memory-segments.json') as { readonly segments: readonly string[] }).segments;
  const next = numbers(17);
  return Array.from({ length: 120_000 }, () => sentence(next, 2 + next(24)));
}

export function queries(): readonly RatedQuery[] {
  return (read('memory-queries.json') as { readonly queries: readonly RatedQuery[] }).queries;
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

/**
 * So many segments: the known ones first, then each again and again, with one word of it taken from its neighbour and
 * another left out, at places that differ from round to round.
 */
export function manySegments(count: number): readonly string[] {
  const known = segments();
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / known.length);
    const text = known[index % known.length] ?? '';
    return round === 0 ? text : edited(text, known[(index + 1) % known.length] ?? '', round);
  });
}

/** A text with so many places changed by the words of another. */
export function edited(text: string, other: string, round: number): string {
  const words = text.split(' ');
  const others = other.split(' ');
  const at = (round * 7) % words.length;
  words[at] = `${others[round % others.length] ?? ''}${round}`;
  if (words.length > 4) words.splice((round * 3 + 2) % words.length, 1);
  return words.join(' ');
}
