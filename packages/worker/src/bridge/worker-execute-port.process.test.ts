import { callTool, toolFromClass, type Progress } from '@helve/core';
import { expect, test } from 'vitest';
import { builtRunner } from '../testing/built-runner.js';
import { Whereabouts, whereabouts } from '../testing/fixture/tool-host.js';
import { tunedManager } from '../testing/tuned-manager.js';
import { createWorkerExecutePort } from './worker-execute-port.js';

async function port() {
  const built = await builtRunner('tuned-capability', 'tool-host');
  const { manager } = await tunedManager({ runner: built.runner });
  const module = built.module('tool-host');
  return createWorkerExecutePort({ manager, hostModule: module, moduleOf: () => ({ module }) });
}

test('a tool runs in a process of its own with no other change', async () => {
  const execute = await port();
  const call = { tool: whereabouts, requestId: 'r-1', user: { id: 'ada' } };
  const here = await callTool(call);
  const there = await callTool({ ...call, execute });
  expect(here).toMatchObject({ ok: true, data: { pid: process.pid, user: 'ada', requestId: 'r-1' } });
  expect(there).toMatchObject({ ok: true, data: { user: 'ada', requestId: 'r-1' } });
  expect(there).not.toMatchObject({ data: { pid: process.pid } });
});

test('a decorated class runs in a process of its own', async () => {
  const answer = await callTool({ tool: toolFromClass(Whereabouts), execute: await port() });
  expect(answer).toMatchObject({ ok: true, data: { pid: expect.any(Number) as number } });
  expect(answer).not.toMatchObject({ data: { pid: process.pid } });
});

test('a place with arguments is a function that finds the tool, with what it depends on', async () => {
  const built = await builtRunner('tuned-capability', 'tool-host');
  const hostEnv = { PATH: '/usr/bin:/bin', GREETED: 'ada' };
  const { manager } = await tunedManager({ runner: built.runner, hostEnv });
  const module = built.module('tool-host');
  const args = { greeting: 'hello' };
  const moduleOf = () => ({ module, export: 'findGreeter', args });
  const execute = createWorkerExecutePort({ manager, hostModule: module, moduleOf });
  expect(await callTool({ tool: { ...whereabouts, id: 'greet' }, execute })).toMatchObject({
    data: ['hello', 'nobody'],
  });
  // A tool has to name the environment variables it needs.
  const open = { ...whereabouts, id: 'greet.open', annotations: { host: 'process', env: ['GREETED'] } };
  const answer = await callTool({ tool: open, execute });
  expect(answer).toMatchObject({ ok: true, data: ['hello', 'ada'] });
});

test('an isolated tool fails as it fails at home', async () => {
  const execute = await port();
  const call = { tool: whereabouts, rawInput: { fail: 'too much' } };
  const [here, there] = [await callTool(call), await callTool({ ...call, execute })];
  expect(there).toMatchObject({ ok: false, error: { type: 'RATE_LIMIT', retryable: true, retryAfterMs: 1500 } });
  expect(there).toMatchObject({ error: here.ok ? {} : { ...here.error } });
});

test('an isolated tool shows its progress and heeds a cancel', async () => {
  const execute = await port();
  const seen: Progress[] = [];
  await callTool({ tool: whereabouts, rawInput: { steps: 4 }, execute, onProgress: (progress) => seen.push(progress) });
  expect(seen.at(-1)).toMatchObject({ done: 1, total: 1, message: 'step 4' });
  const stop = new AbortController();
  const call = callTool({ tool: whereabouts, rawInput: { hang: true }, execute, signal: stop.signal });
  setTimeout(() => stop.abort(), 100);
  expect(await call).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
});

test('a tool that asks for a process never runs without one', async () => {
  const { manager } = await tunedManager();
  const execute = createWorkerExecutePort({ manager, moduleOf: () => undefined });
  expect(await callTool({ tool: whereabouts, execute })).toMatchObject({ ok: true, data: { pid: process.pid } });
  const isolated = { ...whereabouts, annotations: { host: 'process' } };
  expect(await callTool({ tool: isolated, execute })).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' } });
});
