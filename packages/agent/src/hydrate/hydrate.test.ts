import {
  defineTool,
  Tool,
  ToolComponent,
  toolFromClass,
  ToolRegistry,
  type RestorePlan,
  type ToolDefinition,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { hydrate } from './hydrate.js';
import type { HydrationResult } from '../contract/hydration.js';

@Tool({
  type: 'function',
  name: 'get_current_weather',
  description: 'Get the current weather for a given location',
  parameters: {
    location: { type: 'string', description: 'The name of the city e.g. San Francisco, CA' },
    format: { type: 'string', enum: ['celsius', 'fahrenheit'], description: 'The format to return the weather in' },
    required: ['location', 'format'],
  },
})
class WeatherTool {
  readonly input: unknown;

  constructor(input?: unknown) {
    this.input = input;
  }

  async run(): Promise<string> {
    return 'The current weather in.';
  }
}

const oslo = { location: 'Oslo', format: 'celsius' };
const weatherCall = (args: unknown = JSON.stringify(oslo)) => ({ id: 'call_1', name: 'get_current_weather', args });
const schema = { type: 'object', properties: { n: { type: 'integer' } } } as const;
const count = defineTool({ id: 'count', description: 'Counts', inputSchema: schema, execute: ({ n }) => n });

async function one(...[calls, tools, options]: Parameters<typeof hydrate>): Promise<HydrationResult> {
  const results = await hydrate(calls, tools, options);
  expect(results).toHaveLength(calls.length);
  const [result] = results;
  if (result === undefined) throw new Error('Expected a result');
  return result;
}

test('the WeatherTool of the seed hydrates, as text and as an object', async () => {
  for (const args of [JSON.stringify(oslo), oslo]) {
    const result = await one([weatherCall(args)], [WeatherTool]);
    expect(result).toMatchObject({ success: true, validated: true });
    expect(result.tool).toBeInstanceOf(WeatherTool);
    expect(result.tool).toBeInstanceOf(ToolComponent);
    expect(result.tool).toHaveProperty('input', oslo);
    expect(await result.tool?.run()).toBe('The current weather in.');
  }
});

test('A18 arguments may come as text or as an object, and provenance says which', async () => {
  const results = await hydrate([weatherCall(), weatherCall(oslo), weatherCall('')], [WeatherTool]);
  expect(results.map(({ provenance }) => provenance.parse.form)).toEqual(['string', 'object', 'empty']);
  expect(results.map(({ provenance }) => provenance.originalRawArgs)).toEqual([JSON.stringify(oslo), oslo, '']);
});

test('A20 a parse error has the exact input, the position and the cause', async () => {
  const args = '{"location": "Oslo", "location": 1}';
  const result = await one([weatherCall(args)], [WeatherTool]);
  expect(result).toMatchObject({ success: false, validated: false });
  expect(result.tool).toBeUndefined();
  expect(result.errors).toEqual([
    {
      stage: 'parse',
      message: 'Cannot read the arguments of "get_current_weather": the name "location" occurs twice, at position 21',
      detail: expect.objectContaining({ cause: 'duplicate-key', position: 21, input: args }),
    },
  ]);
});

test('A20 a call that the provider cut off is truncated, whatever can be read of it', async () => {
  for (const args of [JSON.stringify(oslo), '{"location": "Os', '', oslo]) {
    const result = await one([{ ...weatherCall(args), truncated: true }], [WeatherTool], { repair: 'rules' });
    expect(result.errors).toMatchObject([{ stage: 'parse', detail: { cause: 'truncated' } }]);
    expect(result.provenance.repair).toBeUndefined();
  }
});

test('A20 an integer that a number cannot hold is refused where the schema says integer, and only there', async () => {
  const inputSchema = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      ratio: { type: 'number' },
      list: { type: 'array', items: { type: ['integer', 'null'] } },
    },
  } as const;
  const tool = defineTool({ id: 't', description: 't', inputSchema, execute: () => 1 });
  const attempt = (args: unknown) => one([{ id: '1', name: 't', args }], [tool]);
  expect((await attempt('{"ratio": 9007199254740993}')).success).toBe(true);
  expect((await attempt('{"id": 9007199254740991}')).success).toBe(true);
  expect((await attempt(' {"ratio": 1e300, "id": 9007199254740993}')).errors).toMatchObject([
    { stage: 'parse', detail: { cause: 'unsafe-integer', pointer: '/id', position: 24 } },
  ]);
  expect((await attempt('{"list": [1, null, -1e20]}')).errors).toMatchObject([
    { detail: { cause: 'unsafe-integer', pointer: '/list/2', position: 19 } },
  ]);
  expect((await attempt({ id: 2 ** 53 })).errors).toMatchObject([
    { detail: { cause: 'unsafe-integer', pointer: '/id' } },
  ]);
});

test('A21 a tool without required parameters hydrates from no arguments', async () => {
  for (const args of ['', '  ', undefined, null]) {
    expect(await one([{ id: '1', name: 'count', args }], [count])).toMatchObject({
      success: true,
      provenance: { parsed: {} },
    });
  }
  expect(await one([weatherCall('')], [WeatherTool])).toMatchObject({
    success: false,
    errors: [{ stage: 'validate' }, {}],
  });
});

test('A22 the schema of the tool decides, not what the provider was sent of it', async () => {
  const names = { get_current_weather: 'weather-1' };
  const restore: Record<string, RestorePlan> = {
    get_current_weather: [{ step: 'renamed', pointer: '/place', from: 'place', to: 'location' }],
  };
  const call = { id: '1', name: 'weather-1', args: '{"place":"Oslo","format":"kelvin"}' };
  const options = { names, restore, restoreArguments: rename };
  const refused = await one([call], [WeatherTool], options);
  expect(refused.errors).toMatchObject([{ stage: 'validate', detail: { pointer: '/format', keyword: 'enum' } }]);
  const taken = await one([{ ...call, args: '{"place":"Oslo","format":"celsius"}' }], [WeatherTool], options);
  expect(taken).toMatchObject({
    success: true,
    provenance: {
      providerToolId: 'weather-1',
      toolId: 'get_current_weather',
      parsed: { place: 'Oslo' },
      validated: oslo,
      restored: [{ pointer: '/place', step: 'renamed' }],
    },
  });
  expect((await one([{ ...call, name: 'get_current_weather' }], [WeatherTool], options)).errors).toMatchObject([
    { stage: 'instantiate' },
  ]);
});

function rename(_plan: RestorePlan, value: unknown) {
  const { place, ...rest } = value as Record<string, unknown>;
  return { value: { location: place, ...rest }, restored: [{ pointer: '/place', step: 'renamed' as const }] };
}

test('A24 on success provenance names the validator, its version, when it was compiled and how long it took', async () => {
  const expected = { compiledAt: 'hydration', durationMs: expect.any(Number) };
  const { provenance } = await one([weatherCall()], [WeatherTool]);
  expect(provenance.validator).toEqual({ name: 'helve', version: '2020-12', ...expected });
  const zod = defineTool({ id: 'z', description: 'z', inputSchema: z.object({ n: z.number() }), execute: () => 1 });
  const fromZod = await one([{ id: '1', name: 'z', args: '{"n":1}' }], [zod]);
  expect(fromZod.provenance.validator).toEqual({ name: 'zod', version: 'standard-schema 1', ...expected });
});

test('A25 on failure there is every error, at stage validate, and no instance', async () => {
  const result = await one([weatherCall('{"format":"kelvin","wind":true}')], [WeatherTool]);
  expect(result.tool).toBeUndefined();
  expect(result.validated).toBe(false);
  expect(result.errors?.map(({ stage }) => stage)).toEqual(['validate', 'validate', 'validate']);
  expect(result.errors?.map(({ detail }) => (detail as { pointer: string }).pointer).toSorted()).toEqual([
    '/format',
    '/location',
    '/wind',
  ]);
});

test('unknown arguments are dropped where the options say so', async () => {
  const args = JSON.stringify({ ...oslo, wind: true });
  const stripped = await one([weatherCall(args)], [WeatherTool], { unknownArgs: 'strip' });
  expect(stripped).toMatchObject({ success: true, provenance: { validated: oslo, parsed: { wind: true } } });
  const zod = defineTool({ id: 'z', description: 'z', inputSchema: z.object({ n: z.number() }), execute: () => 1 });
  const call = { id: '1', name: 'z', args: '{"n":1,"m":2}' };
  expect((await one([call], [zod])).errors).toMatchObject([{ detail: { pointer: '/m' } }]);
  expect(await one([call], [zod], { unknownArgs: 'strip' })).toMatchObject({ provenance: { validated: { n: 1 } } });
});

test('A28 an unknown name is an instantiate error with close names', async () => {
  const result = await one([{ id: '1', name: 'get_curent_weather', args: '{' }], [WeatherTool, count]);
  expect(result).toMatchObject({ success: false, provenance: { providerToolId: 'get_curent_weather', callId: '1' } });
  expect(result.errors).toMatchObject([
    { stage: 'parse' },
    { stage: 'instantiate', detail: { cause: 'unknown-tool', near: ['get_current_weather'] } },
  ]);
  expect((await one([{ id: '1', args: '{}' }], [count])).errors?.[0]?.message).toBe(
    'Cannot find the tool: the call names none',
  );
});

test('A28 tools are found by exact name only: ids first, then names, and none for tools only', async () => {
  const named = defineTool({ ...count, id: 'other', name: 'Other Name' });
  const shadowed = defineTool({ ...count, id: 'third', name: 'count' });
  const internal = defineTool({ ...count, id: 'inner', tags: ['internal'] });
  const tools = [shadowed, count, named, internal];
  const toolOf = async (name: string) => (await one([{ id: '1', name, args: '{}' }], tools)).provenance.toolId;
  expect(await Promise.all(['count', 'third', 'Other Name', 'Count', 'inner'].map(toolOf))).toEqual([
    'count',
    'third',
    'other',
    undefined,
    undefined,
  ]);
});

test('A29 a constructor that throws is an instantiate error', async () => {
  @Tool({ type: 'function', name: 'broken', parameters: { type: 'object', properties: {} } })
  class Broken {
    constructor() {
      throw new RangeError('no room');
    }
  }
  const result = await one([{ id: '1', name: 'broken', args: '{}' }], [Broken]);
  expect(result.tool).toBeUndefined();
  expect(result.errors).toEqual([
    {
      stage: 'instantiate',
      message: 'Cannot create an instance of "Broken": its constructor threw',
      detail: { cause: 'constructor', error: 'RangeError: no room' },
    },
  ]);
});

test('A29 a record without a class gives a component whose run uses the call line', async () => {
  const result = await one([{ id: '1', name: 'count', args: '{"n":3}' }], [count]);
  expect(result.tool).toBeInstanceOf(ToolComponent);
  expect(await result.tool?.run()).toBe(3);
  await expect(result.tool?.run({ n: 'three' })).rejects.toMatchObject({ type: 'VALIDATION' });
});

describe('A tool without a schema', () => {
  const define = (rest: Partial<ToolDefinition>) => {
    @Tool({ type: 'function', name: 'free', ...rest })
    class Free {
      readonly input: unknown;

      constructor(input: unknown) {
        this.input = input;
      }
    }
    return Free;
  };

  test('A33 is refused unless it was opted in with a mode', async () => {
    for (const rest of [{}, { allowNoSchema: true }]) {
      const result = await one([{ id: '1', name: 'free', args: '{}' }], [define(rest)]);
      expect(result).toMatchObject({
        success: false,
        errors: [{ stage: 'validate', detail: { cause: 'unusable-tool' } }],
      });
    }
  });

  test('A33 is opted in: the result says that nothing was validated, and the mode', async () => {
    const free = define({ allowNoSchema: true, noSchemaMode: 'human-approval' });
    const result = await one([{ id: '1', name: 'free', args: '{"any":[1]}' }], [free]);
    expect(result).toMatchObject({ success: true, validated: false, noSchemaMode: 'human-approval' });
    expect(result.provenance.validator).toBeNull();
    expect(result.tool).toHaveProperty('input', { any: [1] });
    const bad = await one([{ id: '1', name: 'free', args: '[1]' }], [free]);
    expect(bad).toMatchObject({ success: false, noSchemaMode: 'human-approval' });
  });
});

test('hydrate never throws: what is wrong with options or tools is the error of every call', async () => {
  const bad = [
    [[WeatherTool], { reapir: 'rules' }],
    [[WeatherTool], { repair: 'all' }],
    [[WeatherTool], { limits: { maxBytes: -1 } }],
    [[WeatherTool], { limits: { bytes: 1 } }],
    [undefined, {}],
    [[null], {}],
  ] as const;
  for (const [tools, options] of bad) {
    const [result] = await hydrate([weatherCall()], tools as never, options as never);
    expect(result).toMatchObject({ success: false, errors: [{ stage: 'instantiate' }] });
  }
  const inputSchema = { type: 'nonsense' as never };
  const broken = defineTool({ id: 'b', description: 'b', inputSchema, execute: () => 1 });
  const [first, second] = await hydrate([{ id: '1', name: 'b', args: '{}' }, weatherCall()], [broken, WeatherTool]);
  expect([first?.success, first?.errors?.[0]?.stage, second?.success]).toEqual([false, 'validate', true]);
});

test('hydrate sees a registry or a list that has changed since', async () => {
  const registry = new ToolRegistry();
  const call = { id: '1', name: 'count', args: '{}' };
  expect((await one([call], registry)).success).toBe(false);
  registry.addInline(count);
  expect((await one([call], registry)).success).toBe(true);
  const list = [toolFromClass(WeatherTool)];
  expect((await one([call], list)).success).toBe(false);
  list.push(count);
  expect((await one([call], list)).success).toBe(true);
});

test('two tools of one name are refused, whichever is meant', async () => {
  const twin = defineTool({ id: 'count', description: 'Counts otherwise', inputSchema: schema, execute: () => 0 });
  const result = await one([{ id: 'c', name: 'count', args: { n: 1 } }], [count, twin]);
  expect(result).toMatchObject({ success: false });
  expect(result.errors?.[0]?.message).toContain('two of the tools have this name');
});
