import { callTool, defineTool, invokeTool, ProviderRegistry, type ToolHook, type ToolRecord } from '@helve/core';
import * as z from 'zod';
import type { Variants } from '../kit/run-variants.js';
import { eachInTurn, jsonSchemaOf, sixtyTools, type Kind, type Made, type Way } from './sixty-tools.js';

const SESSIONS = 10_000;

/** A tool of ours in one of the three ways. */
function toolOf(id: string, { input, output, execute }: Kind, way: Way): ToolRecord {
  const policy = { category: 'utility', sideEffects: 'none', idempotent: true } as const;
  const description = 'Does it';
  if (way === 'literal') {
    return { id, name: id, description, inputSchema: input, outputSchema: output, hooksByStage: {}, execute };
  }
  const [inputSchema, outputSchema] = way === 'zod' ? [input, output] : [jsonSchemaOf(input), z.toJSONSchema(output)];
  return defineTool({ id, description, policy, inputSchema, outputSchema, execute } as never);
}

function ours(call: (made: Made<ToolRecord>) => Promise<unknown>): Promise<number> {
  return eachInTurn(sixtyTools(toolOf), call);
}

async function byHand({ kind }: Made<unknown>): Promise<unknown> {
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
  return ours(({ tool, kind }) =>
    invokeTool({ tool, rawInput: kind.rawInput(), sessionId: 'hot', registry, user: { id: 'user-1' } }),
  );
}

/** Calls as people write them: many tools of mixed shape, asynchronous bodies, options made anew for each call. */
export const everydayVariants: Variants = {
  '60 tools: zod and await by hand': () => ours(byHand),
  '60 tools: session, user, registry and resolve': () => {
    const registry = new ProviderRegistry();
    return ours(({ tool, kind }) =>
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
    return ours(({ tool, kind }) =>
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
    return ours(({ tool, kind }) =>
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
    return ours(({ tool, kind }) => {
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
