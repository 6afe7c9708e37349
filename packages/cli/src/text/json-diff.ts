import type { JsonDifference } from '@helve/core';

/** Each place with what was there and what is there now. */
export function toDiffText(differences: readonly JsonDifference[]): string {
  return differences
    .map(({ pointer, before, after }) => [pointer, ...side('-', before), ...side('+', after)].join('\n'))
    .join('\n');
}

function side(mark: string, value: unknown): string[] {
  if (value === undefined) return [];
  return JSON.stringify(value, undefined, 2)
    .split('\n')
    .map((line) => `  ${mark} ${line}`);
}
