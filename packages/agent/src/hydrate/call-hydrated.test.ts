import {
  callTool,
  createCaller,
  defineTool,
  Tool,
  ToolError,
  toolFromClass,
  ToolRegistry,
  type ToolHook,
  type ToolInvokeContext,
} from '@helve/core';
import { confirm, createMemoryApprovalStore } from '@helve/govern';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { callHydrated, type HydratedRequest } from './call-hydrated.js';
import { hydrate } from './hydrate.js';
import type { HydrateOptions } from './hydrate-options.js';
import type { HydrationTools } from './tool-index.js';

let made: Weather[] = [];
let ran: unknown[] = [];

@Tool({
  type: 'function',
  name: 'weather',
  description: 'Gets the weather',
  parameters: { location: { type: 'string' }, days: { type: 'integer', default: 1 }, required: ['location'] },
  policy: { sideEffects: 'read_only', idempotent: true },
})
class Weather {
  readonly args: { readonly location: string };

  constructor(args: { readonly location: string }) {
    this.args = args;
    made.push(this);
  }

  async run(params: unknown, ctx: ToolInvokeContext) {
    ran.push({ instance: this, params, ctx });
    return `Rain in ${this.args.location}`;
  }
}

beforeEach(() => {
  made = [];
  ran = [];
});

async function call(args: unknown, request: HydratedRequest = {}, options: HydrateOptions = {}, name = 'weather') {
  const tools: HydrationTools = [Weather];
  const [result] = await hydrate([{ id: 'c1', name, args }], tools, options);
  if (result === undefined) throw new Error('Expected a result');
  return { result, response: await callHydrated(result, request) };
}

test('the instance that was hydrated is the one that runs, with the object it was made with', async () => {
  const { result, response } = await call('{"location":"Oslo"}');
  expect(response).toMatchObject({ ok: true, data: 'Rain in Oslo', meta: { toolId: 'weather' } });
  expect(made).toEqual([result.tool]);
  expect(ran).toMatchObject([{ instance: result.tool, params: { location: 'Oslo', days: 1 } }]);
  expect((ran[0] as { params: unknown }).params).toBe(made[0]?.args);
});

test('callHydrated runs the very instance under hooks that leave the input alone', async () => {
  const seen: unknown[] = [];
  const hooks: ToolHook[] = [{ willExecute: (ctx) => seen.push(ctx.input) }];
  const { result } = await call('{"location":"Oslo"}', { hooks });
  expect(seen).toEqual([{ location: 'Oslo', days: 1 }]);
  expect(made).toEqual([result.tool]);
});

test.each<readonly [string, ToolHook]>([
  ['redacts', { willRedactInput: (ctx) => void (ctx.input = { location: '***', days: 1 }) }],
  ['changes in place', { willNormalizeInput: (ctx) => void ((ctx.input as { location: string }).location = '***') }],
])('callHydrated makes a new instance of an input that a hook %s', async (_, hook) => {
  const { result, response } = await call('{"location":"Oslo"}', { hooks: [hook] });
  expect(response).toMatchObject({ ok: true, data: 'Rain in ***' });
  expect(made).toHaveLength(2);
  expect(result.provenance.validated).toEqual({ location: 'Oslo', days: 1 });
});

test('callHydrated runs the instance in the first attempt, and a new one in the next', async () => {
  const again: ToolHook = {
    async aroundExecute(_ctx, next) {
      await next();
      return next();
    },
  };
  const { result } = await call('{"location":"Oslo"}', { hooks: [again] });
  expect(made).toHaveLength(2);
  expect(ran[0]).toMatchObject({ instance: result.tool });
});

test('callHydrated leaves nested calls of the same tool to the call line', async () => {
  @Tool({ type: 'function', name: 'nest', parameters: { depth: { type: 'integer' }, required: ['depth'] } })
  class Nest {
    async run({ depth }: { depth: number }, ctx: ToolInvokeContext): Promise<unknown> {
      return depth === 0 ? 'end' : [await ctx.invoke(ctx.tool, { depth: depth - 1 })];
    }
  }
  const [result] = await hydrate([{ id: '1', name: 'nest', args: '{"depth":2}' }], [Nest]);
  expect(result && (await callHydrated(result))).toMatchObject({ ok: true, data: [['end']] });
});

test('callHydrated calls a record without a class as ever, here or through the port of the request', async () => {
  const double = defineTool({
    id: 'double',
    description: 'Doubles',
    inputSchema: z.object({ n: z.string().transform(Number) }),
    execute: ({ n }) => n * 2,
  });
  const [result] = await hydrate([{ id: '1', name: 'double', args: '{"n":"21"}' }], [double]);
  expect(result && (await callHydrated(result))).toMatchObject({ ok: true, data: 42 });
  const execute = { execute: (_tool: unknown, input: unknown) => ({ elsewhere: input }) };
  expect(result && (await callHydrated(result, { execute }))).toMatchObject({ data: { elsewhere: { n: 21 } } });
});

test('F74 broken arguments and unknown tools give an error result, and no tool runs', async () => {
  const unreadable = await call('{"location":');
  expect(unreadable.response).toMatchObject({
    ok: false,
    error: { type: 'VALIDATION', retryable: false, details: { code: 'AGENT_ARGUMENTS_TRUNCATED', cause: 'truncated' } },
  });
  const broken = await call('{location: 1}');
  expect(broken.response).toMatchObject({
    error: { type: 'VALIDATION', details: { code: 'AGENT_ARGUMENTS_UNREADABLE', position: 1 } },
  });
  const invalid = await call('{"locaton":"Oslo"}');
  expect(invalid.response).toMatchObject({
    error: {
      type: 'VALIDATION',
      details: { code: 'CALL_INPUT_INVALID', issues: [{ pointer: '/location' }, { pointer: '/locaton' }] },
    },
  });
  const unknown = await call('{}', {}, {}, 'wether');
  expect(unknown.response).toMatchObject({
    error: {
      type: 'NOT_FOUND',
      retryable: false,
      partialSideEffects: false,
      details: { suggestion: 'Did you mean "weather"?' },
    },
    meta: { toolId: 'wether', toolVersion: null },
  });
  const nameless = await call('', {}, {}, '');
  expect(nameless.response).toMatchObject({ error: { type: 'NOT_FOUND' } });
  expect(ran).toEqual([]);
});

test('A29 the text of a constructor that threw stays inside', async () => {
  @Tool({ type: 'function', name: 'broken', parameters: { type: 'object', properties: {} } })
  class Broken {
    constructor() {
      throw new Error('the password is hunter2');
    }
  }
  const [result] = await hydrate([{ id: '1', name: 'broken' }], [Broken]);
  const response = result && (await callHydrated(result));
  expect(response).toMatchObject({ ok: false, error: { type: 'INTERNAL', partialSideEffects: false } });
  expect(JSON.stringify(response)).not.toContain('hunter2');
});

test('policy speaks before validation, and every call passes the audit, even rubbish', async () => {
  const records: { type: string | undefined; rawInput: unknown; provenance: unknown }[] = [];
  const audit: ToolHook = {
    willAudit: ({ error, rawInput, call: { provenance } }) =>
      void records.push({ type: (error as { type?: string; code?: string })?.type, rawInput, provenance }),
  };
  const refusal = new ToolError('AUTH', 'Not for you');
  const nobody: ToolHook = {
    willAuthorize: () => {
      throw refusal;
    },
  };
  const rubbish = [
    ['{"location":"Oslo"}', 'weather'],
    ['{{', 'weather'],
    ['{"x":1}', 'weather'],
    ['{}', 'nobody'],
  ] as const;
  for (const [args, name] of rubbish) {
    expect((await call(args, { hooks: [nobody, audit] }, {}, name)).response).toMatchObject({
      error: { type: 'AUTH' },
    });
    await call(args, { hooks: [audit] }, {}, name);
  }
  const types = ['AUTH', undefined, 'AUTH', 'VALIDATION', 'AUTH', 'VALIDATION', 'AUTH', 'NOT_FOUND'];
  expect(records.map(({ type }) => type)).toEqual(types);
  expect(records[1]).toMatchObject({ provenance: { validated: { location: 'Oslo', days: 1 } } });
  expect(records[3]).toMatchObject({ rawInput: '{{', provenance: { callId: 'c1', originalRawArgs: '{{' } });
});

test('A26 a repaired call is marked in its answer, and its provenance reaches policy', async () => {
  const seen: unknown[] = [];
  const hooks: ToolHook[] = [{ willCheckConsent: (ctx) => seen.push(ctx.call.provenance) }];
  const { result, response } = await call('{"location":"Oslo","days":"2"}', { hooks }, { repair: 'rules' });
  expect(response).toMatchObject({ ok: true, meta: { repaired: true } });
  expect(seen).toEqual([result.provenance]);
  expect(seen).toMatchObject([{ repaired: true }]);
  expect(ran).toMatchObject([{ instance: result.tool, params: { location: 'Oslo', days: 2 } }]);
  expect((await call('{"location":"Oslo"}')).response.meta).not.toHaveProperty('repaired');
});

test('callHydrated lets nothing write with repaired arguments unless a person is asked, in or out of a session', async () => {
  const booked: unknown[] = [];
  const book = defineTool({
    id: 'book',
    description: 'Books',
    inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    execute: (input) => void booked.push(input),
  });
  const callWith = async (args: string, request: HydratedRequest = {}) => {
    const [result] = await hydrate([{ id: '1', name: 'book', args }], [book], { repair: 'rules' });
    if (result === undefined) throw new Error('Expected a result');
    return callHydrated(result, request);
  };
  expect(await callWith('{"n":"2"}')).toMatchObject({ error: { details: { code: 'CALL_APPROVAL_MISSING' } } });
  expect(await callWith('{"n":2}')).toMatchObject({ ok: true });

  const store = createMemoryApprovalStore();
  const hooks = [confirm({ store })];
  const asked = await callWith('{"n":"3"}', { hooks });
  expect(asked).toMatchObject({ error: { type: 'CONFIRMATION_REQUIRED' } });
  const details = asked.ok ? {} : (asked.error.details ?? {});
  const { token } = details['confirmationRequest'] as { token: string };
  const go = () => callTool({ tool: book, hooks, confirmationToken: token });
  expect(await go()).toMatchObject({ ok: true });
  expect(await go()).toMatchObject({ error: { type: 'CONFIRMATION_REQUIRED', details: { reason: 'used' } } });
  expect(booked).toEqual([{ n: 2 }, { n: 3 }]);
});

test('A33 the answer of a tool without a schema says that nothing was validated, and the mode', async () => {
  @Tool({ type: 'function', name: 'free', allowNoSchema: true, noSchemaMode: 'read-only' })
  class Free {
    async run(params: unknown) {
      return params;
    }
  }
  const [result] = await hydrate([{ id: '1', name: 'free', args: '{"any":1}' }], [Free]);
  expect(result && (await callHydrated(result))).toMatchObject({
    ok: true,
    data: { any: 1 },
    meta: { validated: false, noSchemaMode: 'read-only' },
  });
});

test('callHydrated goes through the line of a caller, under its rules', async () => {
  const tools = new ToolRegistry();
  tools.addInline(toolFromClass(Weather));
  const stages: string[] = [];
  const caller = createCaller({ tools, hooks: [{ willAuthorize: () => void stages.push('willAuthorize') }] });
  for (const args of ['{"location":"Oslo"}', '{']) {
    const [result] = await hydrate([{ id: '1', name: 'weather', args }], [Weather]);
    if (result !== undefined) await callHydrated(result, {}, (options) => caller.callTool(options));
  }
  expect(stages).toEqual(['willAuthorize', 'willAuthorize']);
  expect(ran).toHaveLength(1);
});

test('callHydrated drops unknown arguments like the hydration did, and says so', async () => {
  const { response } = await call('{"location":"Oslo","x":1}', {}, { unknownArgs: 'strip' });
  expect(response).toMatchObject({ ok: true, meta: { strippedArgs: ['/x'] } });
});

test('callHydrated refuses a copy of a result', async () => {
  const { result } = await call('{"location":"Oslo"}');
  const response = await callHydrated({ ...result });
  expect(response).toMatchObject({
    ok: false,
    error: { type: 'INTERNAL', details: { code: 'AGENT_HYDRATION_FOREIGN' } },
  });
});

test('A29 a class that sits in a registry hydrates as an instance of it, named in provenance, and that one runs', async () => {
  const registry = new ToolRegistry();
  registry.addInline(toolFromClass(Weather));
  const tools = registry.snapshot();
  const [result] = await hydrate([{ id: 'c1', name: 'weather', args: '{"location":"Oslo"}' }], tools);
  expect(result?.tool).toBe(made[0]);
  expect(result?.provenance).toMatchObject({ className: 'Weather', registryVersion: tools.version });
  expect(result && (await callHydrated(result))).toMatchObject({ ok: true, data: 'Rain in Oslo' });
  expect(made).toHaveLength(1);
});

test.each(['{"n":1}', { n: 1 }, "{'n':1}"])('what hydration validated is not validated again: %j', async (args) => {
  let asked = 0;
  const inputSchema = z.object({ n: z.number().transform((n) => n + 1), d: z.string().default('x') });
  const tool = defineTool({
    id: 'count',
    description: 'Counts its checks',
    inputSchema: inputSchema.refine(() => (asked += 1) > 0),
    execute: (input) => input,
  });
  const [result] = await hydrate([{ id: 'c1', name: 'count', args }], [tool]);
  expect(result && (await callHydrated(result))).toMatchObject({ ok: true, data: { n: 2, d: 'x' } });
  expect(asked).toBe(1);
});
