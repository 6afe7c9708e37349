import { expect, test } from 'vitest';

const seen: unknown[] = [];

function mark(target: unknown, context?: unknown): void {
  seen.push(target, context);
}

@mark
class Marked {}

test('the decorators of older TypeScript work in files named legacy', () => {
  expect(seen).toEqual([Marked, undefined]);
});
