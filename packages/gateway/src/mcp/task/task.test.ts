import { describe, expect, test } from 'vitest';
import { Task } from './task.js';
import { createTasks } from './tasks.js';

const question = (message: string) => ({
  method: 'elicitation/create' as const,
  params: { message, requestedSchema: { type: 'object' as const, properties: {} } },
});
const anna = { id: 'anna' };

describe('a task', () => {
  test('waits until the last of its questions has an answer', async () => {
    const task = new Task('anna', 1_000);
    const answers = task.ask({ a: question('A?'), b: question('B?') });
    const [a = '', b = ''] = Object.keys(task.details().inputRequests ?? {});
    task.answer({ [a]: 1, other: 2 });
    expect(task.details()).toMatchObject({ status: 'input_required' });
    expect(Object.keys(task.details().inputRequests ?? {})).toEqual([b]);
    task.answer({ [a]: 9, [b]: 3 });
    expect(await answers).toEqual({ a: 1, b: 3 });
    expect(task.details()).toMatchObject({ status: 'working' });
    expect(task.details().inputRequests).toBeUndefined();
  });

  test('never uses a key for two questions', () => {
    const task = new Task('anna', 1_000);
    void task.ask({ a: question('A?') });
    const [first = ''] = Object.keys(task.details().inputRequests ?? {});
    task.answer({ [first]: 1 });
    void task.ask({ a: question('A?') });
    expect(Object.keys(task.details().inputRequests ?? {})).not.toContain(first);
  });

  test('stays as it ended', () => {
    const task = new Task('anna', 1_000);
    task.cancel();
    task.complete({ content: [] });
    task.fail({ code: 1, message: 'x' });
    task.setMessage('more');
    void task.ask({ a: question('A?') });
    expect(task.details()).toMatchObject({ status: 'cancelled' });
    expect(task.details().result).toBeUndefined();
    expect(task.signal.aborted).toBe(true);
  });
});

test('one user can have so many tasks, of which those that are over make room', () => {
  const tasks = createTasks(60_000);
  const own = Array.from({ length: 256 }, () => tasks.create(anna));
  expect(tasks.create(anna)).toBeUndefined();
  expect(tasks.create({ id: 'bob' })).toBeDefined();
  own[3]?.cancel();
  expect(tasks.create(anna)).toBeDefined();
  expect(tasks.get(own[3]?.id ?? '', anna)).toBeUndefined();
  expect(tasks.get(own[4]?.id ?? '', anna)).toBe(own[4]);
});

test('a task is seen by its owner alone: a name that two issuers or tenants know is not enough', () => {
  const tasks = createTasks(60_000);
  const owners = [
    { id: 'ada' },
    { id: 'ada', issuer: 'helve:keys' },
    { id: 'ada', issuer: 'helve:keys', tenant: 'acme' },
    { id: 'ada', issuer: 'https://id.example', tenant: 'acme' },
  ];
  const ids = owners.map((owner) => tasks.create(owner)?.id ?? '');
  const seen = ids.map((id) => owners.map((owner) => tasks.get(id, { ...owner }) !== undefined));
  expect(seen).toEqual(owners.map((_, row) => owners.map((__, column) => row === column)));
});
