import { expect, test } from 'vitest';
import { toRequestId } from './request-id.js';

const versionSeven = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('a request keeps the id that it brings', () => {
  expect(toRequestId('r-1')).toBe('r-1');
});

test('new ids are UUIDs of version 7, each once, and say when they were made', () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, () => toRequestId(undefined));
  for (const id of ids) expect(id).toMatch(versionSeven);
  expect(new Set(ids).size).toBe(ids.length);
  const times = ids.map((id) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('ids of one millisecond are in order', () => {
  const ids = Array.from({ length: 200 }, () => toRequestId(undefined));
  for (const at of new Set(ids.map((id) => id.slice(0, 13)))) {
    const ofOne = ids.filter((id) => id.startsWith(at));
    expect(ofOne).toEqual(ofOne.toSorted());
  }
});
