import { callTool, defineTool, invokeTool, ProviderRegistry, type ToolHook, type ToolRecord } from '@helve/core';
import * as z from 'zod';
import type { Variants } from '../kit/run-variants.js';
import { perCall } from '../measure.js';

const CALLS = 20_000;
const SESSIONS = 10_000;

/** One kind of tool, written in zod and as JSON Schema, with an input that fits. */
interface Kind {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly rawInput: () => object;
  readonly execute: (input: never) => Promise<object>;
}

const kinds: readonly Kind[] = [
  {
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    rawInput: () => ({ a: 1, b: 2 }),
    execute: async ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
  },
  {
    input: z.object({ query: z.string(), limit: z.number().optional(), tags: z.array(z.string()) }),
    output: z.object({ results: z.array(z.string()) }),
    rawInput: () => ({ query: 'blue bicycle', limit: 2, tags: ['new', 'used'] }),
    execute: async ({ query, tags }: { query: string; tags: readonly string[] }) => ({ results: [query, ...tags] }),
  },
  {
    input: z.object({ id: z.string(), address: z.object({ street: z.string(), zip: z.string() }) }),
    output: z.object({ id: z.string(), sent: z.boolean() }),
    rawInput: () => ({ id: 'o-1', address: { street: 'Long Street 1', zip: '12345' } }),
    execute: async ({ id }: { id: string }) => ({ id, sent: true }),
  },
];

interface Everyday {
  readonly kind: Kind;
  readonly tool: ToolRecord;
}

/** Sixty tools: a third with zod, a third with JSON Schema, a third as the plain literals of the documentation. */
function sixtyTools(): readonly Everyday[] {
  return Array.from({ length: 20 }, (_, n) =>
    kinds.map((kind, at) => ({ kind, tool: toolOf(`tool_${n}_${at}`, kind, n % 3) })),
  ).flat();
}

function toolOf(id: string, kind: Kind, way: number): ToolRecord {
  const { input, output, execute } = kind;
  const policy = { category: 'utility', sideEffects: 'none', idempotent: true } as const;
  if (way === 0) {
    return defineTool({
      id,
      description: 'Does it',
      policy,
      inputSchema: input,
      outputSchema: output,
      execute,
    } as never);
  }
  if (way === 1) {
    const inputSchema = { ...z.toJSONSchema(input), additionalProperties: false };
    const outputSchema = z.toJSONSchema(output);
    return defineTool({ id, description: 'Does it', policy, inputSchema, outputSchema, execute } as never);
  }
  const literal = { id, name: id, description: 'Does it', inputSchema: input, outputSchema: output, hooksByStage: {} };
  return { ...literal, execute };
}

/** Calls the sixty tools in turns. */
function eachInTurn(call: (everyday: Everyday) => Promise<unknown>): Promise<number> {
  const tools = sixtyTools();
  let next = 0;
  return perCall(CALLS, () => {
    next = (next + 1) % tools.length;
    const everyday = tools[next];
    return everyday === undefined ? undefined : call(everyday);
  })();
}

async function byHand({ kind }: Everyday): Promise<unknown> {
  const output = await kind.execute(kind.input.parse(kind.rawInput()) as never);
  return kind.output.parse(output);
}

class RateLimitHook implements ToolHook {
  priority(): number {
    return 100;
  }

  async willAcquireQuota(): Promise<void> {}

  async didReleaseQuota(): Promise<void> {}
}

function oneSession(others: number): Promise<number> {
  const registry = new ProviderRegistry({ maxSessions: SESSIONS + 1 });
  for (let n = 0; n < others; n += 1) registry.sessionMap(`other-${n}`, `//user-${n}`);
  return eachInTurn(({ tool, kind }) =>
    invokeTool({ tool, rawInput: kind.rawInput(), sessionId: 'hot', registry, user: { id: 'user-1' } }),
  );
}

/** Calls as people write them: many tools of mixed shape, asynchronous bodies, options made anew for each call. */
export const everydayVariants: Variants = {
  '60 tools: zod and await by hand': () => eachInTurn(byHand),
  '60 tools: session, user, registry and resolve': () => {
    const registry = new ProviderRegistry();
    return eachInTurn(({ tool, kind }) =>
      invokeTool({
        tool,
        rawInput: kind.rawInput(),
        sessionId: 'sess-123',
        requestId: 'req-456',
        registry,
        resolve: (cls) => new cls(),
        user: { id: 'user-1' },
      }),
    );
  },
  '60 tools: these, and globalHooksByStage: {}': () => {
    const registry = new ProviderRegistry();
    return eachInTurn(({ tool, kind }) =>
      invokeTool({
        tool,
        rawInput: kind.rawInput(),
        sessionId: 'sess-123',
        requestId: 'req-456',
        registry,
        resolve: (cls) => new cls(),
        globalHooksByStage: {},
        user: { id: 'user-1' },
      }),
    );
  },
  '60 tools: these, and a hook class for quota': () => {
    const registry = new ProviderRegistry();
    return eachInTurn(({ tool, kind }) =>
      invokeTool({
        tool,
        rawInput: kind.rawInput(),
        sessionId: 'sess-123',
        requestId: 'req-456',
        registry,
        resolve: (cls) => new cls(),
        globalHooksByStage: { willAcquireQuota: [RateLimitHook] },
        user: { id: 'user-1' },
      }),
    );
  },
  '60 tools: one session alone': () => oneSession(0),
  '60 tools: one session among 10,000': () => oneSession(SESSIONS),
  '60 tools: standard rules, sessions and turns': async () => {
    const { govern } = await import('@helve/govern');
    const trail = { append: () => Promise.resolve() };
    const hooks = govern({ preset: 'standard', trail, rateLimit: { limit: 1e9, windowMs: 60_000 } });
    const registry = new ProviderRegistry();
    let turn = 0;
    return eachInTurn(({ tool, kind }) => {
      turn += 1;
      return callTool({
        tool,
        rawInput: kind.rawInput(),
        hooks,
        registry,
        sessionId: `sess-${turn % 100}`,
        call: { turnId: `turn-${turn >> 2}` },
        user: { id: `user-${turn % 100}` },
      });
    });
  },
};
