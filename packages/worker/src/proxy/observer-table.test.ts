import { expect, test } from 'vitest';
import { ObserverTable } from './observer-table.js';

test('an observer table tells each observer what it listens to, in the order of joining, until it leaves', () => {
  const table = new ObserverTable();
  const heard: string[] = [];
  const first = { onState: (state: string) => void heard.push(`first ${state}`) };
  table.add(first);
  table.add({ onState: (state, before) => void heard.push(`second ${before} ${state}`) });
  table.notify('onState', 'busy', 'ready');
  table.remove(first);
  table.notify('onState', 'dead', 'busy');
  table.notify('onUsage', { id: 'a', seq: 1, delta: {} });
  expect(heard).toEqual(['first busy', 'second ready busy', 'second busy dead']);
  expect([table.wants('onState'), table.wants('onFrame')]).toEqual([true, false]);
});

test('an observer that leaves while it is told disturbs nobody', () => {
  const table = new ObserverTable();
  const heard: string[] = [];
  const once = {
    onExit: () => {
      table.remove(once);
      heard.push('once');
    },
  };
  table.add(once);
  table.add({ onExit: () => void heard.push('always') });
  const exit = { code: 0, signal: null, expected: true, lastStderr: '' };
  table.notify('onExit', exit);
  table.notify('onExit', exit);
  expect(heard).toEqual(['once', 'always', 'always']);
});
