import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, postJson, startHeaderOf, urlOf } from './project.js';

const counter = `import { appendFileSync } from 'node:fs';
import { ToolCapability } from '@helve/worker';

appendFileSync('../../started', process.pid + '\\n');

export class Counter extends ToolCapability {
  static description = 'Counts';
  static actions = { count: 'count', bytes: 'bytes' };
  #count = 0;
  get name() { return 'counter'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  count() { this.#count += 1; return { count: this.#count, pid: process.pid }; }
  bytes() { return new Uint8Array([1, 2]); }
}
`;

test('two servers and a call of one project share one worker, and the second server takes the place of the first', async () => {
  const { helve, start, folder } = await createProject({
    'helve.config.json': '{ "server": { "port": 0 }, "govern": false }',
    'capabilities/counter/index.js': counter,
  });
  await helve(['worker', 'manifest', 'capabilities/counter']);
  const before = await lines(folder);
  const servers = [start(['serve'])];
  const urls = [await urlOf(servers[0] ?? start([]))];
  const first = await postJson(`${urls[0]}/v1/tools/counter.count/call`, {});
  const { pid } = dataOf(first) as { pid: number };
  const second = start(['serve', '--port', '0']);
  const url = await urlOf(second);
  const header = await startHeaderOf(second);
  expect(dataOf(await postJson(`${url}/v1/tools/counter.count/call`, {}))).toEqual({ count: 2, pid });
  expect(JSON.parse((await helve(['call', 'counter.count'])).stdout)).toEqual({ count: 3, pid });
  expect(JSON.parse((await helve(['worker', 'call', 'counter', 'count'])).stdout)).toEqual({ count: 4, pid });
  const listed = (await (await fetch(`${url}/v1/workers/counter`)).json()) as object;
  expect(listed).toMatchObject({ state: 'running', calls: { completed: 4 }, workers: [{ pid }] });
  expect((await lines(folder)).slice(before.length)).toEqual([String(pid)]);

  // Somebody who knows another manifest is told, and gets neither an old worker nor a second one.
  await helve(['call', 'counter.count', '--config', 'workers.capabilities.counter.maxConcurrent=2']).then((told) => {
    expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('restart that host') });
  });

  servers[0]?.process.kill('SIGTERM');
  await servers[0]?.ended;
  const taken = dataOf(await postJson(`${url}/v1/tools/counter.count/call`, {})) as { count: number; pid: number };
  expect([taken.count, taken.pid === pid]).toEqual([1, false]);
  expect(JSON.parse((await helve(['call', 'counter.count'])).stdout)).toEqual({ count: 2, pid: taken.pid });
  expect(await postJson(`${url}/v1/workers/counter/reload`, {}, header)).toMatchObject({ status: 200 });
  expect(dataOf(await postJson(`${url}/v1/tools/counter.count/call`, {}))).toMatchObject({ count: 1 });
  second.process.kill('SIGTERM');
  await second.ended;
});

async function lines(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, 'started'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean);
}

function dataOf(answer: { readonly body: unknown }): unknown {
  return (answer.body as { readonly data?: unknown }).data;
}
