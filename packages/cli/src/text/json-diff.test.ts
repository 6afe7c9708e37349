import { diffJson } from '@helve/core';
import { expect, test } from 'vitest';
import { toDiffText } from './json-diff.js';

test('toDiffText shows what was there and what is there now', () => {
  expect(toDiffText(diffJson({ a: 1, b: [1] }, { a: 2 }))).toBe('/a\n  - 1\n  + 2\n/b\n  - [\n  -   1\n  - ]');
});
