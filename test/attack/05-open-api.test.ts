import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { startHeaderOf } from '../journeys/project.js';
import { needs } from '../needs.js';
import { startVictim, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `
const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, '$ref': { type: 'string' } }, default: { $ref: '#/nowhere' } };
export default {
  tools: [{
    id: 'tree.walk', name: 'walk', description: 'Walks',
    inputSchema: { type: 'object', properties: { node: { $ref: '#/$defs/node' }, all: { $ref: '#' } }, $defs: { node } },
    outputSchema: { type: 'object', properties: { at: { $ref: '#/$defs/a~1b' } }, $defs: { 'a/b': { type: 'number' } } },
    hooksByStage: {}, execute: () => ({ at: 1 }),
  }],
  server: { port: 0 },
};`,
};
const validator = resolve(import.meta.dirname, '..', 'open-api-validators', 'validate.mjs');

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

let victim: Victim;
let headers: Record<string, string> = {};
beforeAll(async () => {
  victim = await startVictim(files);
  headers = { ...(await startHeaderOf(victim.running)) };
});

test('the description has a server, and a name for each operation that programs can be made of', async () => {
  const { servers, paths } = (await victim.ask('/v1/openapi.json', { headers })).body as Document;
  expect(servers).toMatchObject([{ url: '/' }]);
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(ids.filter((id) => !/^[A-Za-z][\w-]*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['listTools', 'callTool', 'call_tree_walk', 'call_flow_run', 'startRun']));
});

test('the description is sent compressed to whoever takes that', async () => {
  const plain = await fetch(`${victim.url}/v1/openapi.json`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  const text = await plain.text();
  for (const encoding of ['gzip', 'br']) {
    const sent = await fetch(`${victim.url}/v1/openapi.json`, { headers: { ...headers, 'accept-encoding': encoding } });
    expect([sent.headers.get('content-encoding'), sent.headers.get('vary')]).toEqual([
      encoding,
      expect.stringContaining('accept-encoding'),
    ]);
    expect(await sent.text()).toBe(text);
    const etag = sent.headers.get('etag') ?? '';
    const again = { ...headers, 'accept-encoding': encoding, 'if-none-match': etag };
    expect((await fetch(`${victim.url}/v1/openapi.json`, { headers: again })).status).toBe(304);
  }
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test(
  'swagger-parser, the recommended rules of Redocly and openapi-typescript find nothing wrong',
  needs('open-api-validators'),
  async () => {
    const file = join(victim.project.folder, 'open-api.json');
    await writeFile(file, (await victim.ask('/v1/openapi.json', { headers })).text);
    const { stdout } = await promisify(execFile)(process.execPath, [validator, file]);
    const { redocly, ...others } = JSON.parse(stdout) as {
      redocly: { severity: string }[];
      swaggerParser: unknown;
      openApiTypescript: unknown;
    };
    expect(others).toEqual({ swaggerParser: [], openApiTypescript: [] });
    expect(redocly.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(redocly.length).toBeLessThan(5);
  },
);
