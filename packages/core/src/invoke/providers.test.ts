import { invokeTool, ownerOf, ProviderRegistry, token } from '@helve/core';
import type { InvokeOptions, Token, ToolHook, ToolInvokeContext, ToolRecord } from '@helve/core';
import { describe, expect, test } from 'vitest';

function toolThat(execute: ToolRecord['execute'] = () => 'done'): ToolRecord {
  return { id: 'it', name: 'It', description: 'Does it', inputSchema: { type: 'object' }, hooksByStage: {}, execute };
}

/** Calls a tool whose body looks at its context. */
function look(body: (ctx: ToolInvokeContext) => unknown, options: Partial<InvokeOptions> = {}): Promise<unknown> {
  return invokeTool({ report: () => undefined, ...options, tool: toolThat((_input, ctx) => body(ctx)) });
}

const binding = (bind: (ctx: ToolInvokeContext) => unknown): ToolHook => ({ willBindProviders: bind });

/** Of the user `u`. */
const owner = ownerOf({ id: 'u' });

describe('looking up a provider', () => {
  test('C45 goes by presence through request, session and process', async () => {
    const registry = new ProviderRegistry().registerSingletons(['a', 'b', 'c'].map((name) => [name, `${name} of all`]));
    registry.sessionMap('s', owner).set('b', 'b of s').set('c', 'c of s');
    const hook = binding((ctx) =>
      ctx.bindProviders([
        ['c', undefined],
        ['d', null],
      ]),
    );
    const body = (ctx: ToolInvokeContext) => ['a', 'b', 'c', 'd'].map((name) => ctx.get(name));
    const found = await look(body, { registry, sessionId: 's', user: { id: 'u' }, hooks: [hook] });
    expect(found).toEqual(['a of all', 'b of s', undefined, null]);
  });

  test('C46 a missing one is named in the error, with the scopes that were searched', async () => {
    class Mailer {}
    const tokens: [Token, string][] = [
      [Mailer, 'Mailer'],
      [Symbol('mail'), 'Symbol(mail)'],
      ['mail', '"mail"'],
      [token<number>('mail.port'), 'mail.port'],
      [undefined as never, 'undefined'],
    ];
    for (const [missing, name] of tokens) {
      const error = await look((ctx) => ctx.get(missing)).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'CALL_PROVIDER_NOT_FOUND',
        message: expect.stringContaining(`Cannot get ${name}:`),
      });
      expect(String(error)).toMatch(/request.*session.*process/);
    }
  });

  test('C47 tryGet gives undefined only for a missing one, and passes on what a factory throws', async () => {
    const registry = new ProviderRegistry().registerSessionProviders([
      [
        'broken',
        () => {
          throw new Error('cannot connect');
        },
      ],
    ]);
    expect(await look((ctx) => ctx.tryGet('nothing') === undefined, { registry, sessionId: 's' })).toBe(true);
    await expect(look((ctx) => ctx.tryGet('broken'), { registry, sessionId: 's' })).rejects.toThrow('cannot connect');
  });
});

describe('binding a provider', () => {
  test('C48 is for the request unless told otherwise, refuses other scopes, and a failing list binds nothing', async () => {
    const registry = new ProviderRegistry();
    const options = { registry, sessionId: 's', user: { id: 'u' } };
    await look((ctx) => {
      ctx.bindProvider('a', 1);
      ctx.bindProvider('b', 2, 'session');
      for (const scope of ['global', 'planet']) {
        expect(() => ctx.bindProvider('c', 3, scope as 'request')).toThrow(
          expect.objectContaining({ code: 'CALL_PROVIDER_SCOPE' }),
        );
      }
      expect(() => ctx.bindProviders([['d', 4], undefined as never])).toThrow(TypeError);
      expect(['a', 'b', 'c', 'd'].map((name) => ctx.tryGet(name))).toEqual([1, 2, undefined, undefined]);
    }, options);
    expect([...registry.sessionMap('s', owner)]).toEqual([['b', 2]]);
  });

  test('C55 hooks may return a Map, pairs or an object, bound after that hook; falsy is nothing, else it is refused', async () => {
    const key = Symbol('key');
    const seen: unknown[] = [];
    const hooks = [
      binding(() => new Map([['a', 1]])),
      binding(async (ctx) => {
        seen.push(ctx.get('a'));
        return [['b', 2]];
      }),
      binding(() => ({ c: 3, [key]: 4 })),
      binding(() => null),
      binding(() => ''),
    ];
    expect(await look((ctx) => ['a', 'b', 'c', key].map((name) => ctx.get(name)), { hooks })).toEqual([1, 2, 3, 4]);
    expect(seen).toEqual([1]);
    for (const wrong of [7, 'text', [1, 2], [['a', 1], 'b'], new Date(), true]) {
      const call = look(() => undefined, { hooks: [binding(() => wrong)] });
      await expect(call).rejects.toMatchObject({ code: 'CALL_CONFIG_INVALID' });
    }
  });

  test('C56 the later one wins, and the trace shows both', async () => {
    const traced: string[] = [];
    const hooks = [
      { name: 'one', willBindProviders: () => [['a', 1]] },
      { name: 'two', willBindProviders: () => [['a', 2]] },
    ];
    const trace: NonNullable<InvokeOptions['trace']> = ({ stage, hook }) =>
      void (stage === 'willBindProviders' && traced.push(hook));
    expect(await look((ctx) => ctx.get('a'), { hooks, trace })).toBe(2);
    expect(traced).toEqual(['one', 'two']);
  });
});

describe('the scopes', () => {
  test('C49 the process scope cannot be changed by a call, and views are composed once per call', async () => {
    const registry = new ProviderRegistry().registerSingletons([['a', 1]]);
    const view = registry.getAllSingletons();
    expect(() => Object.assign(view, { set: () => view })).toThrow(TypeError);
    expect(view).not.toBeInstanceOf(Map);
    for (const method of ['set', 'delete', 'clear'] as const) {
      const direct = () => Reflect.apply(Map.prototype[method], view, ['a', 2]);
      expect(direct).toThrow(TypeError);
      expect(method in view).toBe(false);
    }
    view.forEach((_value, _key, map) => expect(map).toBe(view));
    let composed = 0;
    class Counting extends ProviderRegistry {
      override getAllSingletons() {
        composed += 1;
        return super.getAllSingletons();
      }
    }
    await look((ctx) => [ctx.tryGet('a'), ctx.tryGet('b')], { registry: new Counting() });
    expect(composed).toBe(1);
  });

  test('C50 request bindings are invisible to every other call of the session', async () => {
    const registry = new ProviderRegistry();
    const options = { registry, sessionId: 's', user: { id: 'u' } };
    const body = async (ctx: ToolInvokeContext) => {
      const before = ctx.tryGet('token');
      ctx.bindProvider('token', ctx.requestId);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [before, ctx.get('token')];
    };
    const found = await Promise.all([1, 2, 3].map((requestId) => look(body, { ...options, requestId })));
    expect(found).toEqual([
      [undefined, 1],
      [undefined, 2],
      [undefined, 3],
    ]);
    expect(await look((ctx) => ctx.tryGet('token'), options)).toBeUndefined();
  });

  test('C51 session bindings are shared by the calls of one session id, and by no other', async () => {
    const registry = new ProviderRegistry();
    const count = (sessionId: string) =>
      look(
        (ctx) => {
          const next = Number(ctx.tryGet('count') ?? 0) + 1;
          ctx.bindProvider('count', next, 'session');
          return next;
        },
        { registry, sessionId, user: { id: 'u' } },
      );
    expect([await count('s'), await count('s'), await count('t')]).toEqual([1, 2, 1]);
    expect([await count('["s","u"]'), await count('s')]).toEqual([1, 3]);
  });

  test('C52 a session belongs to its first principal; another one, or nobody, has a map of its own', async () => {
    const registry = new ProviderRegistry();
    const call = (user?: { id: string }) =>
      look(
        (ctx) => {
          const before = ctx.tryGet('token');
          ctx.bindProvider('token', `of ${ctx.user.id}`, 'session');
          return before;
        },
        { registry, sessionId: 's', user },
      );
    expect([await call({ id: 'ann' }), await call({ id: 'bob' }), await call()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([await call({ id: 'ann' }), await call({ id: 'bob' }), await call()]).toEqual([
      'of ann',
      'of bob',
      'of anonymous',
    ]);
    expect(registry.sessionMap('s').get('token')).toBe('of ann');
    const prepared = new ProviderRegistry();
    prepared.sessionMap('s').set('made', 'by the host');
    expect(await look((ctx) => ctx.tryGet('made'), { registry: prepared, sessionId: 's', user: { id: 'ann' } })).toBe(
      'by the host',
    );
    expect(
      await look((ctx) => ctx.tryGet('made'), { registry: prepared, sessionId: 's', user: { id: 'bob' } }),
    ).toBeUndefined();
  });
});

describe('the life of a session', () => {
  const closing = (closed: string[], name: string) => ({ [Symbol.dispose]: () => void closed.push(name) });

  test('many sessions of one principal cost no other theirs', () => {
    const registry = new ProviderRegistry({ maxSessions: 100 });
    registry.sessionMap('quiet', 'bob').set('kept', true);
    for (let index = 0; index < 1_000; index += 1) registry.sessionMap(`s${index}`, 'ann').set('of', index);
    expect(registry.sessionMap('quiet', 'bob').get('kept')).toBe(true);
    expect(registry.sessionMap('s999', 'ann').get('of')).toBe(999);
    expect(registry.sessionMap('s0', 'ann').has('of')).toBe(false);
  });

  test('C53 ends by time, by number or by endSession, which close what it held; a running call keeps it', async () => {
    const closed: string[] = [];
    let now = 0;
    const registry = new ProviderRegistry({ sessionTtlMs: 100, maxSessions: 2, now: () => now });
    const hold = (id: string) => registry.sessionMap(id, owner).set('held', closing(closed, id));
    hold('a');
    await registry.endSession('a');
    expect(closed).toEqual(['a']);
    hold('b');
    now = 101;
    hold('c');
    await Promise.resolve();
    expect(closed).toEqual(['a', 'b']);
    hold('d');
    registry.sessionMap('c', owner);
    hold('e');
    await Promise.resolve();
    expect(closed).toEqual(['a', 'b', 'd']);

    closed.length = 0;
    const kept = await look(
      async (ctx) => {
        now += 1_000;
        registry.sessionMap('other', owner);
        await registry.endSession('c');
        await Promise.resolve();
        return [closed.includes('c'), ctx.tryGet('held') !== undefined];
      },
      { registry, sessionId: 'c', user: { id: 'u' } },
    );
    expect(kept).toEqual([false, true]);
    await Promise.resolve();
    expect(closed.filter((id) => id === 'c')).toEqual(['c']);
    expect(registry.sessionMap('c', owner).has('held')).toBe(false);
  });

  test('C54 a session provider is made once under concurrent first use, and again after a failure', async () => {
    let made = 0;
    const closed: string[] = [];
    const registry = new ProviderRegistry().registerSessionProviders([
      [
        'db',
        async () => {
          made += 1;
          await new Promise((resolve) => setTimeout(resolve, 1));
          if (made === 1) throw new Error('down');
          return closing(closed, 'db');
        },
      ],
    ]);
    const options = { registry, sessionId: 's', user: { id: 'u' } };
    const use = () => look((ctx) => ctx.get('db'), options);
    const first = await Promise.allSettled([use(), use(), use()]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(made).toBe(1);
    const second = await Promise.all([use(), use(), use()]);
    expect([made, new Set(second).size]).toEqual([2, 1]);
    await registry.endSession('s');
    expect(closed).toEqual(['db']);
  });
});

describe('what a request held', () => {
  test('C57 is closed after finalize, newest first, each once and on its own', async () => {
    const seen: string[] = [];
    const reported: unknown[] = [];
    const sync = (name: string) => ({ [Symbol.dispose]: () => void seen.push(name) });
    const shared = sync('shared');
    const broken = { [Symbol.asyncDispose]: () => Promise.reject(new Error('stuck')) };
    const slow = {
      async [Symbol.asyncDispose]() {
        await Promise.resolve();
        seen.push('slow');
      },
    };
    const hook: ToolHook = {
      willBindProviders: (ctx) =>
        ctx.bindProviders([
          ['a', sync('replaced')],
          ['b', shared],
          ['c', shared],
          ['d', broken],
          ['e', slow],
          ['a', sync('newest')],
        ]),
      willFinalizeInvoke: () => void seen.push('finalize'),
    };
    await look(() => 'done', { hooks: [hook], report: (thrown) => reported.push(thrown) });
    expect(seen).toEqual(['finalize', 'newest', 'slow', 'shared', 'replaced']);
    expect(reported).toEqual([new Error('stuck')]);
  });
});
