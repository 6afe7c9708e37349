import { createCaller, ToolRegistry, type ToolInvokeContext } from '@helve/core';
import { startGateway, type StartGatewayOptions } from '@helve/gateway';
import { expect, onTestFinished, test } from 'vitest';

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A gateway, and one request to it, sent again and again. The first by a name takes the long way, others the short one. */
async function open(options: Partial<StartGatewayOptions> = {}) {
  const seen: ToolInvokeContext[] = [];
  const tools = new ToolRegistry();
  const record = { description: 'Does it', inputSchema: { type: 'object' }, hooksByStage: {} } as const;
  tools.addInline({ ...record, id: 'it.now', name: 'It', execute: (input, ctx) => (seen.push(ctx), { got: input }) });
  const gateway = await startGateway({ caller: createCaller({ tools }), port: 0, ...options });
  onTestFinished(() => gateway.close());
  const ask = ({ body = '{"a":1}', headers = {} }: Sent = {}, name = 'it.now') =>
    fetch(`${gateway.url}/v1/tools/${name}/call`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers },
    });
  return { ...gateway, seen, ask };
}

/** What a client sees of an answer, without what no two answers share. */
async function shown(answer: Response): Promise<unknown> {
  const { date: _, ...headers } = Object.fromEntries(answer.headers);
  const text = (await answer.text()).replace(/"duration":[\d.]+/, '"duration":0');
  return { status: answer.status, headers: { ...headers, 'content-length': undefined }, text };
}

test.each<[string, Sent, string?]>([
  ['a call', {}],
  ['a call with a key and a session', { headers: { 'idempotency-key': 'k', 'x-session-id': 's' } }],
  ['a call of nothing', {}, 'nobody'],
  ['an empty key', { headers: { 'idempotency-key': '' } }],
  ['a body that is no JSON', { body: '{' }],
  ['a body that is no object', { body: '[]' }],
  ['a body of another type', { headers: { 'content-type': 'text/plain' } }],
  ['a body that is too large', { body: `{"a":"${'x'.repeat(2_000)}"}` }],
  ['a body that reaches for the prototype', { body: '{"__proto__":1}' }],
  ['a call that wants events', { headers: { accept: 'Text/Event-Stream' } }],
  ['a call from a foreign page', { headers: { origin: 'http://evil.example' } }],
])('%s is answered the same the short way as the long way', async (_, sent, name) => {
  const { ask } = await open({ maxBodyBytes: 1_000 });
  const long = await shown(await ask(sent, name));
  await ask();
  expect(await shown(await ask(sent, name))).toEqual(long);
});

test('the short way asks the host who calls, and lets it read the request', async () => {
  const user = (request: Request) => ({ id: `${request.method} ${request.headers.get('x-who')}` });
  const { ask, seen } = await open({ user });
  for (const who of ['anna', 'bert']) await ask({ headers: { 'x-who': who } });
  expect(seen.map(({ user: { id } }) => id)).toEqual(['POST anna', 'POST bert']);
});

test('the short way counts what it answers, by the address as the table of routes has it', async () => {
  const { ask, url } = await open();
  for (let call = 0; call < 3; call += 1) await ask();
  const counted = 'helve_http_requests_total{route="/v1/tools/:name/call",method="POST",status="200"} 3';
  expect(await (await fetch(`${url}/metrics`)).text()).toContain(counted);
});
