import { getEventListeners } from 'node:events';
import { joinSignals } from '@helve/core';
import { expect, test } from 'vitest';

test('joinSignals fires with the first of its signals, and with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const { signal } = joinSignals(one.signal, other.signal);
  expect(signal.aborted).toBe(false);
  other.abort('enough');
  one.abort('too late');
  expect([signal.aborted, signal.reason]).toEqual([true, 'enough']);
  const [late] = [joinSignals(new AbortController().signal, one.signal)];
  expect([late.signal.aborted, late.signal.reason]).toEqual([true, 'too late']);
});

test('joinSignals leaves no listener behind, neither when it fires nor when it is released', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const listeners = () => [one, other].map(({ signal }) => getEventListeners(signal, 'abort').length);
  const joined = joinSignals(one.signal, other.signal);
  expect(listeners()).toEqual([1, 1]);
  joined.release();
  expect(listeners()).toEqual([0, 0]);
  other.abort();
  expect(joined.signal.aborted).toBe(false);
  joinSignals(one.signal, other.signal);
  expect(listeners()).toEqual([0, 0]);
});
