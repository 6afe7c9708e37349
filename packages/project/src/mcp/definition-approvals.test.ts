import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLazyStore } from '../caller/lazy-store.js';
import { createDefinitionApprovals } from './definition-approvals.js';
import { changeServers, pinDefinition } from './mcp-file.js';

const definition = (description: string) => ({ name: 'add', description, inputSchema: { type: 'object' } }) as const;
const [before, after] = [definition('before'), definition('after')];
const change = { server: 'far', before, after, toolId: 'far.add' };

async function open(now?: () => number) {
  const folder = mkdtempSync(join(tmpdir(), 'helve-definition-desk-'));
  const configFile = join(folder, 'helve.config.mjs');
  const store = createLazyStore({ path: 'helve.db' }, configFile);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await changeServers(configFile, () => ({ far: { url: 'https://far.example/mcp', definitions: [before] } }));
  const { approvals } = await store.open();
  return { approvals, configFile, desk: createDefinitionApprovals({ store, configFile }, now) };
}

test('a change is one question, however many calls meet it at once', async () => {
  const { approvals, desk } = await open();
  const ids = await Promise.all(Array.from({ length: 8 }, () => desk.ask(change)));
  expect(new Set(ids).size).toBe(1);
  expect(await approvals.list({ state: 'pending' })).toMatchObject([{ id: ids[0], kind: 'mcp-definition' }]);
});

test('a change that stands in helve.mcp.json is no question, and is one again when it was taken back there', async () => {
  const { approvals, configFile, desk } = await open();
  const first = (await desk.ask(change)) ?? '';
  await approvals.decide(first, { decision: 'yes', by: '//ada', nowMs: Date.now() });
  await pinDefinition(configFile, 'far', after);
  expect(await desk.ask(change)).toBeUndefined();
  await pinDefinition(configFile, 'far', before);
  const second = (await desk.ask(change)) ?? '';
  expect(second).not.toBe(first);
  expect(await approvals.get(second)).toMatchObject({ state: 'pending' });
});

test('a question that nobody answered in time is asked again, and one that was answered with no is not', async () => {
  let nowMs = Date.now();
  const { approvals, desk } = await open(() => nowMs);
  const first = await desk.ask(change);
  nowMs += 31 * 24 * 60 * 60 * 1_000;
  const second = (await desk.ask(change)) ?? '';
  expect(second).not.toBe(first);
  await approvals.decide(second, { decision: 'no', by: '//ada', nowMs });
  expect(await desk.ask(change)).toBe(second);
});
