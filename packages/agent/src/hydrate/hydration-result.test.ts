import { canonicalJson, createRedactor, defineTool, sha256, Tool, ToolRegistry } from '@helve/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { HydrationResult } from '../contract/hydration.js';
import { hydrate } from './hydrate.js';

let runs = 0;

@Tool({
  type: 'function',
  name: 'get_current_weather',
  description: 'Get the current weather for a given location',
  parameters: {
    location: { type: 'string' },
    format: { enum: ['celsius', 'fahrenheit'] },
    required: ['location', 'format'],
  },
})
class WeatherTool {
  async run(): Promise<number> {
    return (runs += 1);
  }
}

const oslo = { location: 'Oslo', format: 'celsius' };
const weatherCall = (args: unknown = JSON.stringify(oslo)) => ({ id: 'call_1', name: 'get_current_weather', args });
const inputSchema = { type: 'object', properties: { n: { type: 'integer' } } } as const;
const count = defineTool({ id: 'count', description: 'Counts', inputSchema, execute: ({ n }) => n });

async function one(...[calls, tools, options]: Parameters<typeof hydrate>): Promise<HydrationResult> {
  const [result] = await hydrate(calls, tools, options);
  if (result === undefined) throw new Error('Expected a result');
  return result;
}

describe('a result', () => {
  const everyField = [
    'at',
    'callId',
    'className',
    'definitionDigest',
    'originalRawArgs',
    'parse',
    'parsed',
    'provider',
    'providerToolId',
    'registryVersion',
    'repair',
    'repaired',
    'restored',
    'source',
    'toolId',
    'toolVersion',
    'validated',
    'validator',
  ];

  test('A30 has exactly the fields of the contract', async () => {
    const registry = new ToolRegistry();
    registry.addInline(count);
    const options = { provider: 'openai', responseId: 'resp_1', clock: { now: () => 0 }, repair: 'rules' } as const;
    const call = { id: 'call_9', name: 'count', args: '{"n":"1"}', raw: { index: 0 } };
    const fromRegistry = await one([call], registry, options);
    expect(Object.keys(fromRegistry).toSorted()).toEqual(['provenance', 'success', 'tool', 'untrusted', 'validated']);
    expect(fromRegistry.provenance).toMatchObject({
      callId: 'call_9',
      provider: 'openai',
      providerToolId: 'count',
      at: '1970-01-01T00:00:00.000Z',
      toolVersion: '0.0.0',
      registryVersion: registry.version,
      definitionDigest: expect.stringMatching(/^[\da-f]{64}$/),
      parse: { form: 'string', tolerated: [], durationMs: expect.any(Number) },
      restored: [],
      source: { responseId: 'resp_1', chunk: { index: 0 } },
    });
    const fromClass = await one([weatherCall()], [WeatherTool]);
    expect(fromClass.provenance).toMatchObject({ className: 'WeatherTool', toolId: 'get_current_weather' });
    expect(Object.keys(fromClass)).not.toContain('errors');
    const seen = new Set([fromRegistry, fromClass].flatMap(({ provenance }) => Object.keys(provenance)));
    expect([...seen].toSorted()).toEqual(everyField);
    expect((await one([weatherCall('{')], [WeatherTool])).provenance).not.toHaveProperty('validated');
  });

  test('A30 has the digest of the definition that was sent, where one is given', async () => {
    const definitionDigests = { get_current_weather: 'd1' };
    expect((await one([weatherCall()], [WeatherTool], { definitionDigests })).provenance.definitionDigest).toBe('d1');
    const [plain, again] = await hydrate([weatherCall(), weatherCall('{')], [WeatherTool]);
    expect(plain?.provenance.definitionDigest).toBe(again?.provenance.definitionDigest);
  });

  test('A31 belongs to each call, in order, and a bad call does not touch the others', async () => {
    const zod = defineTool({ id: 'z', description: 'z', inputSchema: z.object({}), execute: () => 1 });
    const hostile = {
      get name(): string {
        throw new Error('no');
      },
    };
    const calls = [
      { id: '0', name: 'z', args: '{}' },
      weatherCall('{'),
      { id: '2', name: 'nobody', args: '{}' },
      hostile,
      weatherCall(),
      null as never,
    ];
    const results = await hydrate(calls, [WeatherTool, zod]);
    expect(results.map(({ success }) => success)).toEqual([true, false, false, false, true, false]);
    expect(results.map(({ provenance }) => provenance.callId)).toEqual(['0', 'call_1', '2', '', 'call_1', '']);
    expect(await hydrate([], [WeatherTool])).toEqual([]);
  });

  test('A34 comes without the tool having run', async () => {
    const before = runs;
    await hydrate([weatherCall(), weatherCall('{'), weatherCall('{}')], [WeatherTool], { repair: 'rules' });
    expect(runs).toBe(before);
  });

  test('A36 reaches onHydration, failures too, in order; what that throws is reported and changes nothing', async () => {
    const told: HydrationResult[] = [];
    const reported: unknown[] = [];
    const results = await hydrate([weatherCall(), weatherCall('{'), { id: '3', name: 'x' }], [WeatherTool], {
      onHydration: async (result) => {
        await Promise.resolve();
        told.push(result);
        throw new Error('trail is full');
      },
      report: (thrown) => reported.push(thrown),
    });
    expect(told).toEqual(results);
    expect(reported).toHaveLength(3);
  });

  test('A36 has provenance that is plain JSON, whatever was sent', async () => {
    const wild = defineTool({
      id: 'wild',
      description: 'wild',
      inputSchema: z.object({ when: z.string().transform((text) => new Date(text)) }),
      execute: () => 1,
    });
    const open = defineTool({
      id: 'open',
      description: 'o',
      inputSchema: { type: 'object', additionalProperties: true },
      execute: () => 1,
    });
    const cyclic: Record<string, unknown> = { self: {} };
    cyclic['self'] = cyclic;
    const odd = [
      cyclic,
      { f: () => 1, d: new Date(0), b: 1n, u: [undefined], m: new Map() },
      '{"a":"\\ud800"}',
      '\uD800',
      { x: NaN },
      '{"a":1e999}',
    ];
    const results = await hydrate(
      [
        { id: '1', name: 'wild', args: '{"when":"2024-01-01T00:00:00Z"}', raw: cyclic },
        ...odd.flatMap((args) => ['open', 'nobody\uD800'].map((name) => ({ id: '2', name, args }))),
      ],
      [wild, open],
    );
    for (const { provenance } of results) {
      expect(() => canonicalJson(provenance)).not.toThrow();
      expect(JSON.parse(JSON.stringify(provenance))).toEqual(provenance);
      expect(() => createRedactor({}).redact(provenance)).not.toThrow();
    }
    expect(results[0]?.provenance.validated).toEqual({ when: '[Date 2024-01-01T00:00:00.000Z]' });
    expect(results[3]?.provenance.originalRawArgs).toMatchObject({ f: '[function f]', b: '[bigint 1]', m: '[Map]' });
    expect(results[7]?.provenance.originalRawArgs).toEqual({ escaped: '\\ud800' });
  });

  test('A36 keeps 4 KiB, length and hash of what is above the size limit', async () => {
    const args = `{"n": "${'ü'.repeat(200_000)}"}`;
    const { provenance } = await one([{ id: '1', name: 'count', args }], [count]);
    const { head, ...rest } = provenance.originalRawArgs as { head: string };
    expect(rest).toEqual({ length: args.length, sha256: sha256(args) });
    expect(args.startsWith(head)).toBe(true);
    expect(new TextEncoder().encode(head).length).toBeLessThanOrEqual(4096);
    expect(new TextEncoder().encode(head).length).toBeGreaterThan(4090);
  });

  test('is frozen, and so is what the instance was made with', async () => {
    const result = await one([weatherCall()], [WeatherTool]);
    for (const part of [result, result.provenance, result.provenance.parse, result.provenance.validated]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});
