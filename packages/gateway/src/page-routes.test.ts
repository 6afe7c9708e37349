import { createCaller, ToolRegistry } from '@helve/core';
import { createGateway, type GatewayOptions } from '@helve/gateway';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const caller = createCaller({ tools: new ToolRegistry() });
const ask = (path: string, options: Partial<GatewayOptions> = {}, headers: Record<string, string> = {}) =>
  createGateway({ caller, ...options }).fetch(new Request(`http://localhost${path}`, { headers }));

const trail: GatewayOptions['trail'] = {
  list: async () => [],
  verify: async () => ({ ok: true, count: 0, head: { hash: '', count: 0 } }),
};

test('the page names only files of this door, each with its type and kept forever', async () => {
  const answer = await ask('/');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await answer.text();
  const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThanOrEqual(3);
  for (const address of addresses) {
    const file = await ask(address);
    expect([address, file.status, file.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^\/assets\/[\w-]+\.(js|css|svg)$/),
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(file.headers.get('content-type')).toMatch(/^(text\/(javascript|css); charset=utf-8|image\/svg\+xml)$/);
  }
});

test('the page is small enough to be there at once', async () => {
  const html = await (await ask('/')).text();
  const files = [...html.matchAll(/"(\/assets\/[^"]*)"/g)].map(
    async ([, address = '']) => new Uint8Array(await (await ask(address)).arrayBuffer()),
  );
  const sizes = (await Promise.all(files)).map((bytes) => gzipSync(bytes).byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90 * 1024);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a file of the page leaves as %s to whoever takes that, and as it is to everybody else',
  async (name, unpack) => {
    const [, address = ''] = /"(\/assets\/[^"]*\.js)"/.exec(await (await ask('/')).text()) ?? [];
    const plain = await ask(address);
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
      null,
      'origin, accept-encoding',
    ]);
    const packed = await ask(address, {}, { 'accept-encoding': name });
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      name,
      'origin, accept-encoding',
    ]);
    const bytes = Buffer.from(await packed.arrayBuffer());
    const whole = Buffer.from(await plain.arrayBuffer());
    expect(unpack(bytes).equals(whole)).toBe(true);
    expect(bytes.byteLength).toBeLessThan(whole.byteLength / 2);
    const etag = packed.headers.get('etag') ?? '';
    expect(etag).not.toBe(plain.headers.get('etag'));
    expect((await ask(address, {}, { 'accept-encoding': name, 'if-none-match': etag })).status).toBe(304);
    expect((await ask(address, {}, { 'if-none-match': etag })).status).toBe(200);
  },
);

test('the page holds no script or style of its own, which its policy would not let run', async () => {
  const html = await (await ask('/')).text();
  expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/);
});

test('the page is sent once to whoever keeps it', async () => {
  const etag = (await ask('/')).headers.get('etag') ?? '';
  expect((await ask('/', {}, { 'if-none-match': etag })).status).toBe(304);
  expect((await ask('/', { trail }, { 'if-none-match': etag })).status).toBe(200);
});

test('the page says what the door offers', async () => {
  expect(await (await ask('/')).text()).toContain('<meta name="helve-offers" content="" />');
  expect(await (await ask('/', { trail })).text()).toContain('<meta name="helve-offers" content="trail" />');
});
