import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anthropicFixture, startWireServer, type WireServer } from '@helve/agent/testing';
import { createProject } from './project.js';

let wire: WireServer;
beforeEach(async () => {
  wire = await startWireServer();
});
afterEach(() => wire.close());

const canary = 'sk-canary-0123456789abcdef';
const strings = '{\n  "hello": "Hello <b>you</b>",\n  "bye": "Good bye"\n}\n';

async function createStrings(models: object) {
  const config = `export default { models: ${JSON.stringify(models)} };\n`;
  return createProject({ 'helve.config.mjs': config, 'en.json': strings });
}

test('helve ai-translate asks the model of the project with a typed key, and the trail has its tokens and no secret', async () => {
  const { helve, folder } = await createStrings({ smart: { vendor: 'anthropic', model: 'm1', baseUrl: wire.url } });
  const items = [
    { id: 's1', text: 'Bonjour &lt;b>toi&lt;/b>' },
    { id: 's2', text: 'Au revoir' },
  ];
  const args = JSON.stringify({ items });
  wire.respond({ sse: anthropicFixture.calls([{ id: 'c1', name: 'answer', args }], 'one') });
  const flags = ['--provider', 'smart', '--api-key', canary, '--target', 'fr', '-o', 'fr.json'];
  const ran = await helve(['ai-translate', 'en.json', ...flags]);
  expect(ran).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'fr.json'), 'utf8')).toContain('"bye": "Au revoir"');
  expect(JSON.stringify(wire.requests[0]?.headers)).toContain(canary);
  const trail = await helve(['trail', 'show', '--json']);
  const listed = await helve(['trail', 'ls', '--json']);
  expect(`${trail.stdout}${listed.stdout}`).toMatch(/"inputTokens": ?11/);
  expect(JSON.stringify([ran, trail, listed])).not.toContain(canary);
});

test('helve deepl-translate asks the vendor with the key of the environment', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(`${String(request.headers.authorization)} ${body}`);
      const { text } = JSON.parse(body) as { readonly text: readonly string[] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ translations: text.map((each) => ({ text: each.toUpperCase() })) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { helve, folder } = await createProject({ 'en.json': '{\n  "bye": "Good bye"\n}\n' });
  const flags = ['--provider', 'deepl', '--endpoint', endpoint, '--target', 'fr', '-o', 'fr.json'];
  const ran = await helve(['deepl-translate', 'en.json', ...flags], { env: { DEEPL_API_KEY: canary } });
  server.close();
  expect(ran).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'fr.json'), 'utf8')).toBe('{\n  "bye": "GOOD BYE"\n}\n');
  expect(bodies[0]).toContain(`DeepL-Auth-Key ${canary}`);
  expect(JSON.stringify(ran)).not.toContain(canary);
});

test('helve refuses a pair that the engine does not know before it reads a file', async () => {
  const { helve } = await createProject({ 'en.json': strings });
  const ran = await helve(['deepl-translate', 'en.json', '--provider', 'deepl', '--target', 'tlh', '-o', 'x.json']);
  expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('"tlh" is not a locale that deepl supports') });
});
