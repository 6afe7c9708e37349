import { describe, expect, test } from 'vitest';
import { fromPointer, getAtPointer, pointerTo, setAtPointer, toPointer } from './pointer.js';

describe('JSON pointers', () => {
  test('a path survives the way to a pointer and back', () => {
    const path = ['a/b', 'm~n', '~1', '', '0'];
    expect(toPointer(path)).toBe('/a~1b/m~0n/~01//0');
    expect(fromPointer(toPointer(path))).toEqual(path);
    expect([toPointer([]), fromPointer('')]).toEqual(['', []]);
    expect(pointerTo('/a', 'b/c', 3)).toBe('/a/b~1c/3');
  });

  test('getAtPointer finds own members only', () => {
    const value = { a: [{ 'b/c': 1 }], n: null };
    expect(getAtPointer(value, '/a/0/b~1c')).toBe(1);
    expect(getAtPointer(value, '')).toBe(value);
    for (const pointer of ['/x', '/n/x', '/a/1', '/constructor', '/a/0/b~1c/d']) {
      expect(getAtPointer(value, pointer)).toBeUndefined();
    }
  });

  test('setAtPointer copies, makes what is missing and refuses what is no object', () => {
    const value = { a: { b: 1 }, list: [1] };
    expect(setAtPointer(value, '/a/c/d', 2)).toEqual({ a: { b: 1, c: { d: 2 } }, list: [1] });
    expect(value).toEqual({ a: { b: 1 }, list: [1] });
    expect(setAtPointer(value, '/list/0', 2)).toBeUndefined();
    expect(setAtPointer({}, '/__proto__/x', 1)).toBeUndefined();
  });
});
