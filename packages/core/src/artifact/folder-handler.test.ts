import {
  callTool,
  contextHandler,
  defineTool,
  handlerCapabilities,
  handlerSession,
  loadRegistry,
  ProviderRegistry,
  ToolError,
  warn,
  type ErrorType,
  type HandlerContext,
  type ToolInvokeContext,
} from '@helve/core';
import { describe, expect, test, vi } from 'vitest';

import { artifactTool, buildArtifact } from '../../../../test/artifact-kit.js';

type Execute = (args: { word: string }, ctx: ToolInvokeContext & HandlerContext) => unknown;

function call(execute: unknown, request: object = {}) {
  const { artifact } = buildArtifact([artifactTool('shout')]);
  const registry = loadRegistry(artifact, { shout: () => Promise.resolve({ execute }) }, { lazy: true }).lock();
  return registry.executeTool('shout', { rawInput: { word: 'hi' }, ...request });
}

const bad = (type: string) => ({
  ok: false,
  error: { type, message: 'No', retryable: false, partialSideEffects: false, details: { fact: 1 } },
});

describe('the handler of a tool folder', () => {
  test('F77 a handler is a plain function, which a test calls with what it needs', async () => {
    interface Pause {
      readonly duration_seconds: number;
      readonly farewell_message: string;
    }
    const execute = async ({ duration_seconds }: Pause, { session }: HandlerContext) =>
      session?.['isActive'] === true ? { ok: true, data: duration_seconds } : bad('SESSION_INACTIVE');
    const args = { duration_seconds: 300, farewell_message: 'Until later' };
    expect(await execute(args, { session: { isActive: true } })).toEqual({ ok: true, data: 300 });
    const adapted = contextHandler<Pause>(({ args: { duration_seconds }, session, capabilities, meta, signal }) => [
      duration_seconds,
      session['isActive'],
      capabilities,
      meta,
      signal.aborted,
    ]);
    expect(await adapted(args, { session: { isActive: true } })).toEqual([300, true, {}, {}, false]);
    expect(adapted(args)).toEqual([300, undefined, {}, {}, false]);
  });

  test('gets its arguments twice, the session as a frozen snapshot, capabilities and what is known of the call', async () => {
    const live = { isActive: true, deep: { turns: [1] } };
    const send = () => 'sent';
    const registry = new ProviderRegistry();
    registry.registerSingletons([
      [handlerSession, live],
      [handlerCapabilities, { messaging: { send } }],
    ]);
    const execute: Execute = (args, ctx) => {
      const frozen = Object.isFrozen(ctx.session) && Object.isFrozen(ctx.session?.['deep']);
      const { messaging } = ctx.capabilities as { messaging: { send: () => string } };
      return { ok: true, data: { same: args === ctx.args, frozen, sent: messaging.send(), meta: ctx.meta } };
    };
    const request = { registry, sessionId: 's1', requestId: 'r1', call: { mode: 'voice', turnId: 't1' } };
    const answer = await call(execute, request);
    expect(answer).toMatchObject({
      ok: true,
      data: {
        same: true,
        frozen: true,
        sent: 'sent',
        meta: { toolId: 'shout', sessionId: 's1', requestId: 'r1', mode: 'voice', turnId: 't1', attempt: 1 },
      },
    });
    expect(Object.isFrozen(live.deep)).toBe(false);
    const adapted = contextHandler(({ session, capabilities, meta, signal }) => ({
      ok: true,
      data: [session['isActive'] ?? null, Object.keys(capabilities), meta.toolVersion, signal.aborted],
    }));
    expect(await call(adapted, request)).toMatchObject({ data: [true, ['messaging'], '1.2.0', false] });
    expect(await call(adapted)).toMatchObject({ data: [null, [], '1.2.0', false] });
  });

  test('contextHandler serves a tool written in code too', async () => {
    const execute = contextHandler(({ args, meta }) => ({ args, tool: meta.toolId }));
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } } } as const;
    const tool = defineTool({ id: 'it', description: 'Does it', inputSchema, execute });
    expect(await callTool({ tool, rawInput: { a: 1 } })).toMatchObject({ data: { args: { a: 1 }, tool: 'it' } });
  });

  test('F48 a malformed envelope, or data that is not JSON, is INTERNAL with partial side effects', async () => {
    const answers = [
      undefined,
      'text',
      { data: 1 },
      { ok: 'yes' },
      { ok: true, data: 1, error: bad('AUTH').error },
      { ok: false },
      { ok: true, data: 1n },
      { ok: true, data: new Map() },
    ];
    for (const answer of answers) {
      for (const execute of [() => answer, async () => answer]) {
        expect(await call(execute)).toMatchObject({
          error: { type: 'INTERNAL', partialSideEffects: true, details: { code: 'CALL_REPLY_MALFORMED' } },
        });
      }
    }
  });

  test.each<[ErrorType, ErrorType]>([
    ['VALIDATION', 'PERMANENT'],
    ['NOT_FOUND', 'PERMANENT'],
    ['TIMEOUT', 'INTERNAL'],
    ['BUDGET_EXCEEDED', 'INTERNAL'],
    ['CONFIRMATION_REQUIRED', 'INTERNAL'],
  ])('F49 %s is of another layer, and becomes %s with a warning, whether returned or thrown', async (said, type) => {
    const error = () => new ToolError(said, 'No', { details: { fact: 1 }, code: 'MINE' });
    const ways: Execute[] = [
      () => bad(said),
      async () => bad(said),
      () => error(),
      () => {
        throw error();
      },
      () => Promise.reject(error()),
    ];
    for (const way of ways) {
      const answer = await call(way);
      expect(answer).toMatchObject({ error: { type, message: 'No', details: { originalType: said, fact: 1 } } });
      expect(answer.meta['warnings']).toEqual([expect.objectContaining({ code: 'CALL_TYPE_CORRECTED' })]);
    }
  });

  test('F46 a type of its own layer is kept with everything it says, returned, thrown or as an envelope', async () => {
    const facts = { retryable: true, retryAfterMs: 20, partialSideEffects: true };
    const error = () => new ToolError('RATE_LIMIT', 'Slow down', { ...facts, details: { fact: 1 } });
    const envelope = { ok: false, error: { type: 'RATE_LIMIT', message: 'Slow down', ...facts, details: { fact: 1 } } };
    const ways: Execute[] = [() => error(), () => Promise.reject(error()), () => envelope];
    for (const way of ways) {
      const answer = await call(way);
      expect(answer).toMatchObject({ error: { type: 'RATE_LIMIT', ...facts, details: { fact: 1 } } });
      expect(answer.meta['warnings']).toBeUndefined();
    }
  });

  test('F47 any other exception is INTERNAL with partial side effects, and its text stays inside', async () => {
    const answer = await call(() => {
      throw new Error('the password is swordfish');
    });
    expect(answer).toMatchObject({ error: { type: 'INTERNAL', retryable: false, partialSideEffects: true } });
    expect(JSON.stringify(answer)).not.toContain('swordfish');
  });

  test('intents and facts of its own reach the answer, on failures too', async () => {
    const intents = [{ type: 'END_VOICE_SESSION', after: 'current_turn' }];
    const good = await call(() => ({ ok: true, data: null, intents, meta: { source: 'cache', toolId: 'forged' } }));
    expect(good).toMatchObject({ ok: true, data: null, intents, meta: { source: 'cache', toolId: 'shout' } });
    expect(await call(() => ({ ...bad('AUTH'), intents }))).toMatchObject({ ok: false, intents });
  });

  test('a second attempt sees its own arguments', async () => {
    const seen: unknown[] = [];
    const again = {
      name: 'again',
      aroundExecute: async (ctx: ToolInvokeContext, next: () => Promise<unknown>) => {
        await next();
        ctx.input = { word: 'second' };
        return next();
      },
    };
    const execute: Execute = (args, ctx) => (seen.push([args.word, ctx.args === args]), { ok: true, data: 1 });
    await call(execute, { hooks: [again], restoreInput: false });
    expect(seen).toEqual([
      ['hi', true],
      ['second', true],
    ]);
  });

  test('warnings of several add up in one list', async () => {
    const inputSchema = { type: 'object' } as const;
    const tool = defineTool({
      id: 'it',
      description: 'Does it',
      inputSchema,
      execute: (_, ctx) => (warn(ctx, { code: 'A', message: 'a' }), warn(ctx, { code: 'B', message: 'b' })),
    });
    const { meta } = await callTool({ tool });
    expect(meta['warnings']).toEqual([
      { code: 'A', message: 'a' },
      { code: 'B', message: 'b' },
    ]);
  });
});

describe('a handler that streams', () => {
  const listen = async (execute: unknown, request: object = {}) => {
    const chunks: unknown[] = [];
    const answer = await call(execute, { onChunk: (chunk: unknown) => void chunks.push(chunk), ...request });
    return { answer, chunks };
  };

  test.each<[string, Execute]>([
    [
      'a generator',
      function* ({ word }) {
        yield word;
        yield '!';
        return { ok: true, data: { whole: `${word}!` }, intents: [{ type: 'END_VOICE_SESSION' }] };
      },
    ],
    [
      'an async generator',
      async function* ({ word }) {
        yield word;
        await Promise.resolve();
        yield '!';
        return { ok: true, data: { whole: `${word}!` }, intents: [{ type: 'END_VOICE_SESSION' }] };
      },
    ],
    [
      'a promise of one',
      async ({ word }) =>
        (function* () {
          yield word;
          yield '!';
          return { ok: true, data: { whole: `${word}!` }, intents: [{ type: 'END_VOICE_SESSION' }] };
        })(),
    ],
  ])('%s sends its chunks, and what it returns is its envelope', async (_, execute) => {
    const { answer, chunks } = await listen(execute);
    expect(chunks).toEqual(['hi', '!']);
    expect(answer).toMatchObject({ ok: true, data: { whole: 'hi!' }, intents: [{ type: 'END_VOICE_SESSION' }] });
  });

  test('without an envelope the chunks together are the data', async () => {
    const texts = await listen(function* () {
      yield 'a';
      yield 'b';
    });
    expect(texts.answer).toMatchObject({ ok: true, data: 'ab' });
    const rows = await listen(async function* () {
      yield { n: 1 };
      yield { n: 2 };
    });
    expect(rows.answer).toMatchObject({ ok: true, data: [{ n: 1 }, { n: 2 }] });
  });

  test('a failure that is returned or thrown after chunks is a failure, with a type that handlers may say', async () => {
    const returned = await listen(async function* () {
      yield 'a';
      return bad('NOT_FOUND');
    });
    expect(returned).toMatchObject({ chunks: ['a'], answer: { ok: false, error: { type: 'PERMANENT' } } });
    const thrown = await listen(function* () {
      yield 'a';
      throw new ToolError('VALIDATION', 'No');
    });
    expect(thrown.answer).toMatchObject({ error: { type: 'PERMANENT', details: { originalType: 'VALIDATION' } } });
    const malformed = await listen(function* () {
      yield 'a';
      return 'no envelope';
    });
    expect(malformed.answer).toMatchObject({ error: { type: 'INTERNAL', partialSideEffects: true } });
  });

  test('a chunk that is not JSON is the fault of the handler, which is closed', async () => {
    let closed = false;
    const { answer, chunks } = await listen(function* () {
      try {
        yield 'a';
        yield () => 1;
        yield 'c';
      } finally {
        closed = true;
      }
    });
    expect({ chunks, closed }).toEqual({ chunks: ['a'], closed: true });
    expect(answer).toMatchObject({ ok: false, error: { type: 'INTERNAL', partialSideEffects: true } });
  });

  test('a call that is aborted closes the handler', async () => {
    const abort = new AbortController();
    let closed = false;
    const execute = async function* () {
      try {
        for (;;) {
          yield 'more';
          await Promise.resolve();
        }
      } finally {
        closed = true;
      }
    };
    const answer = await call(execute, { signal: abort.signal, onChunk: () => abort.abort() });
    expect(answer).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
    await vi.waitFor(() => expect(closed).toBe(true));
  });
});
