import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeOrigin, origin } from '../bench/call/origin.js';

test('P2 the bench of a call prints the figures of its origins beside ours', () => {
  expect(describeOrigin().split('\n')).toHaveLength(origin.length + 1);
  for (const { name, us } of origin) expect(describeOrigin()).toContain(`${us} µs  ${name}`);
  expect(readFileSync('bench/call.ts', 'utf8')).toContain('console.log(`\\n${describeOrigin()}`)');
});
