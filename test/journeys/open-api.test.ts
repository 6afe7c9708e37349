import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createProject } from './project.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders/{number}': {
      get: {
        operationId: 'findOrder',
        summary: 'Find an order',
        parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9]+$' } }],
        responses: {
          '200': { content: { 'application/json': { schema: { type: 'object', required: ['state'] } } } },
        },
      },
    },
  },
};

test('the operations of a service in the config are listed and called, with a key of the environment', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    seen.push(url, headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"on its way"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const shop = { document: './shop.json', url, allowPrivate: true, headers: { Authorization: 'Bearer ${SHOP_TOKEN}' } };
  const { helve, write } = await createProject({
    'helve.config.json': JSON.stringify({ openApi: { shop } }),
    'shop.json': JSON.stringify(document),
  });
  expect((await helve(['tools'])).stdout).toMatch(/^shop\.findOrder +openapi +retrieval +Find an order/m);
  const env = { SHOP_TOKEN: 'canary-0123456789' };
  const called = await helve(['call', 'shop.findOrder', '--number', '12'], { env });
  expect(called).toMatchObject({ code: 0 });
  expect(JSON.parse(called.stdout)).toEqual({ state: 'on its way' });
  expect(seen).toEqual(['/v1/orders/12', 'Bearer canary-0123456789']);
  expect((await helve(['trail', 'show', '--json'])).stdout).not.toContain('canary');
  const missing = await helve(['call', 'shop.findOrder', '--number', '12'], { env: { SHOP_TOKEN: undefined } });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('SHOP_TOKEN') });
  expect(seen).toHaveLength(2);

  const literal = { ...shop, headers: { Authorization: 'Bearer written-down' } };
  await write({ 'helve.config.json': JSON.stringify({ openApi: { shop: literal } }) });
  expect((await helve(['tools'])).stderr).toMatch(/openApi\.shop\.headers\.Authorization +A secret is not read/);

  await write({ 'helve.config.json': JSON.stringify({ openApi: { shop: { ...shop, documnt: 'x' }, Bad: shop } }) });
  const refused = await helve(['tools']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/openApi\.shop\.documnt +There is no such key\. Did you mean "document"\?/);
  expect(refused.stderr).toMatch(/openApi\.Bad +Expected a name of lowercase letters/);
  await write({ 'helve.config.json': JSON.stringify({ openApi: { shop } }), 'shop.json': 'openapi: 3.1.0' });
  expect((await helve(['tools'])).stderr).toContain('Name a document of OpenAPI 3.0 or 3.1 in JSON');
});
