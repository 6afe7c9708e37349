import { createCaller, defineTool, ToolRegistry } from '@helve/core';
import { createGateway } from '@helve/gateway';
import { expect, test } from 'vitest';

function doorOf(tools: Readonly<Record<string, string>>) {
  const registry = new ToolRegistry();
  const add = (id: string, description: string) =>
    registry.addInline(defineTool({ id, description, inputSchema: { type: 'object' }, execute: () => null }));
  for (const [id, description] of Object.entries(tools)) add(id, description);
  // A caller of one's own, whose tools may still change.
  const gateway = createGateway({ caller: { ...createCaller({ tools: registry }), tools: registry } });
  const find = async (query: string) => {
    const answer = await gateway.fetch(new Request(`http://localhost/v1/tools?${query}`));
    const body = (await answer.json()) as { tools?: readonly { id: string }[]; code?: string };
    return { status: answer.status, ids: body.tools?.map(({ id }) => id), code: body.code };
  };
  return { find, add };
}

const tools = {
  get_weather: 'Tells the weather of a city',
  send_mail: 'Sends a letter to somebody',
  slugify: 'Makes a text fit for an address',
};

test('GET /v1/tools?q= answers with the tools that fit, best first', async () => {
  const { find } = doorOf(tools);
  expect((await find('q=what+is+the+weather+like')).ids?.[0]).toBe('get_weather');
  expect(await find('q=zzzz')).toMatchObject({ status: 200, ids: [] });
  expect((await find('q=')).ids).toHaveLength(3);
  expect((await find('q=+')).ids).toHaveLength(3);
});

test('GET /v1/tools?q= finds a tool that came later', async () => {
  const { find, add } = doorOf(tools);
  expect((await find('q=translate')).ids).toEqual([]);
  add('translate', 'Translates a text');
  expect((await find('q=translate')).ids).toEqual(['translate']);
});

test('GET /v1/tools?q= refuses a question of unreasonable length', async () => {
  expect(await doorOf(tools).find(`q=${'x'.repeat(501)}`)).toMatchObject({
    status: 400,
    code: 'GATEWAY_QUERY_INVALID',
  });
});
