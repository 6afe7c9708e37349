import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { starter } from './fixtures.js';
import { createProject, startHeaderOf } from './project.js';

test('helve serve prints an address and lines that work as they stand, and stops on SIGTERM with 0', async () => {
  const { start, shell } = await createProject(starter);
  const server = start(['serve', '--port', '0']);
  const welcome = await server.shows('Stop with Ctrl-C');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(welcome)?.[0] ?? '';

  const headers = await startHeaderOf(server);
  const listed = (await (await fetch(`${url}/v1/tools`, { headers })).json()) as { tools: readonly { id: string }[] };
  expect(listed.tools.map(({ id }) => id)).toEqual(expect.arrayContaining(['describe_place', 'talk', 'flow.run']));

  const line = /npx helve call .*/.exec(welcome)?.[0] ?? '';
  expect(line).toBe('npx helve call describe_place --address.city Bern --unit km');
  const called = await shell(line);
  expect(called.code).toBe(0);
  expect(JSON.parse(called.stdout)).toEqual({ got: { address: { city: 'Bern' }, unit: 'km', maxDistance: 10 } });

  const curl = /curl .* -d '(.*)'/.exec(welcome);
  const body = curl?.[1] ?? '';
  const answer = await fetch(`${url}/v1/tools/describe_place/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(await answer.json()).toMatchObject({ ok: true, data: { got: { unit: 'km' } } });

  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, stderr: 'Stopping …\n' });
});

test('helve serve stops on Ctrl-C with 130', async () => {
  const { start } = await createProject(starter);
  const server = start(['serve', '--port', '0']);
  await server.shows('Stop with Ctrl-C');
  server.process.kill('SIGINT');
  expect(await server.ended).toMatchObject({ code: 130 });
});

test('helve serve waits for a running call after the first Ctrl-C and ends at once after the second', async () => {
  const { start } = await createProject(starter);
  const server = start(['serve', '--port', '0']);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await server.shows('Stop with Ctrl-C'))?.[0] ?? '';
  const call = fetch(`${url}/v1/tools/wait_long/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const cut = call.then(
    () => 'answered',
    () => 'cut',
  );
  await server.shows('waiting');
  server.process.kill('SIGINT');
  await server.shows('Stopping');
  // Within a second, another one is the same.
  await delay(1_100);
  server.process.kill('SIGINT');
  expect(await server.ended).toMatchObject({ code: 130 });
  expect(await cut).toBe('cut');
});

test('helve serve reads its address from the config, and the printed line names a config that was named', async () => {
  const { start, shell } = await createProject({
    ...starter,
    'other.json': '{ "tools": ["./plain.mjs"], "server": { "host": "localhost", "port": 0 } }',
    'plain.mjs': `import { defineTool } from '@helve/core';
export const shout = defineTool({ id: 'shout', description: 'Shouts', inputSchema: { type: 'object', properties: { text: { type: 'string' }, times: { type: 'integer', minimum: 1 } }, required: ['text', 'times'] }, execute: ({ text }) => text.toUpperCase() });`,
  });
  const server = start(['serve', '--config', 'other.json']);
  const welcome = await server.shows('Stop with Ctrl-C');
  expect(welcome).toMatch(/\d+ tools at http:\/\/localhost:\d+/);
  const line = /npx helve call .*/.exec(welcome)?.[0] ?? '';
  expect(line).toBe('npx helve call shout --text text --times 1 --config other.json');
  expect((await shell(line)).stdout).toBe('"TEXT"\n');
});

test('helve serve says that a port is taken', async () => {
  const { helve } = await createProject(starter);
  const other = createServer();
  await new Promise<void>((up) => other.listen(0, '127.0.0.1', up));
  const { port } = other.address() as AddressInfo;
  const { code, stdout, stderr } = await helve(['serve', '--port', String(port)]);
  other.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`${port}`);
  expect(stderr).toContain('in use');
});

test('helve serve refuses a port that is none', async () => {
  const { helve } = await createProject(starter);
  expect(await helve(['serve', '--port', '70000'])).toMatchObject({ code: 2, stdout: '' });
  expect(await helve(['serve', '--port', 'http'])).toMatchObject({ code: 2, stdout: '' });
});

test('helve serve reports on stderr what failed in a tool, not to the client', async () => {
  const { start } = await createProject(starter);
  const server = start(['serve', '--port', '0']);
  const welcome = await server.shows('Stop with Ctrl-C');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(welcome)?.[0] ?? '';
  const answer = await fetch(`${url}/v1/tools/fail_badly/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('no place');
  await server.shows('TypeError: no place');
});
