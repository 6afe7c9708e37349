import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '@helve/core';
import { openCaller, openProject } from '@helve/project';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openJobs } from './open-jobs.js';

const folder = mkdtempSync(join(tmpdir(), 'helve-jobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tool = `
  const inputSchema = { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] };
  export const wait = { id: 'wait', name: 'Wait', description: 'Waits', inputSchema, hooksByStage: {},
    policy: { sideEffects: 'none' },
    execute: async ({ ms }) => { await new Promise((done) => setTimeout(done, ms)); return { ms }; } };
`;
writeFileSync(join(folder, 'wait.mjs'), tool);
writeFileSync(join(folder, 'helve.config.json'), JSON.stringify({ tools: ['./wait.mjs'] }));

/** A line of the project whose calls may go on without their caller. */
async function openLine(works: boolean): Promise<Caller> {
  const project = await openProject({ io: { cwd: folder, env: {} }, configFile: undefined });
  const report = (thrown: unknown) => {
    throw thrown;
  };
  const jobs = openJobs(project, report);
  const { caller } = await openCaller(project, { report, hooks: jobs.hooks, jobs: jobs.calls });
  if (works) jobs.work(caller, { calls: 2 });
  onTestFinished(async () => {
    await jobs.close();
    await project.close();
  });
  return caller;
}

test('M61 a program hands a call over, and asks for its envelope by the id of its job, in another process too', async () => {
  const [here, there] = [await openLine(false), await openLine(true)];
  const refused = await here.callTool({ tool: 'wait', rawInput: { ms: 'long' }, background: true });
  expect(refused).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
  const accepted = await here.callTool({ tool: 'wait', rawInput: { ms: 5 }, background: true });
  expect(accepted).toMatchObject({ ok: true, data: { state: 'running' } });
  const id = accepted.ok ? (accepted.data?.job ?? '') : '';
  await there.callTool({ tool: 'wait', rawInput: { ms: 1 }, background: true });
  expect(await here.job(id).result()).toMatchObject({ ok: true, data: { ms: 5 }, meta: { requestId: id } });
});

test('M64 a call that takes too long becomes a job, and a quick one stays a call', async () => {
  const caller = await openLine(true);
  const quick = await caller.callTool({ tool: 'wait', rawInput: { ms: 1 }, background: { afterMs: 5_000 } });
  expect(quick).toMatchObject({ ok: true, data: { ms: 1 } });
  const slow = await caller.callTool({ tool: 'wait', rawInput: { ms: 400 }, background: { afterMs: 20 } });
  const id = slow.ok ? (slow.data?.job ?? '') : '';
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await caller.job(id).result()).toMatchObject({ ok: true, data: { ms: 400 } });
  const cancelled = await caller.callTool({ tool: 'wait', rawInput: { ms: 9_000 }, background: true });
  const job = caller.job(cancelled.ok ? (cancelled.data?.job ?? '') : '');
  await job.cancel();
  expect(await job.result()).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
});
