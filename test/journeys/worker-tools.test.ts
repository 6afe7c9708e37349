import { expect, test } from 'vitest';
import { createProject, postJson, urlOf } from './project.js';

const slug = `import { ToolCapability } from '@helve/worker';

export class Slug extends ToolCapability {
  static description = 'Makes addresses of titles';
  static actions = { slugify: 'slugify' };
  get name() { return 'slug'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  slugify({ text }) { return text.toLowerCase().split(/ +/).join('-'); }
}
`;

test('helve serve offers the actions of capabilities as tools, whose worker is the one that helve worker reaches', async () => {
  const { helve, start } = await createProject({
    'helve.config.json': '{ "server": { "port": 0 } }',
    'capabilities/slug/index.js': slug,
    'capabilities/broken/capability.json': '{ "format": "helve.capability/1" }',
  });
  await helve(['worker', 'manifest', 'capabilities/slug']);
  const server = start(['serve']);
  const url = await urlOf(server);

  const { tools } = (await (await fetch(`${url}/v1/tools`)).json()) as { tools: readonly { id: string }[] };
  expect(tools.map(({ id }) => id)).toContain('slug.slugify');
  expect(JSON.parse((await helve(['worker', 'ps', '--json'])).stdout)).toEqual([]);

  const answer = await postJson(`${url}/v1/tools/slug.slugify/call`, { text: 'One Two' });
  expect(answer).toMatchObject({ status: 200, body: { ok: true, data: 'one-two' } });
  expect(JSON.parse((await helve(['worker', 'ps', '--json'])).stdout)).toMatchObject([{ id: 'slug', inFlight: 0 }]);

  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('broken') as string });
}, 30_000);
