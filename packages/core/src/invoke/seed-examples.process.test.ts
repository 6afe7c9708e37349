import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { invokeTool, ToolHookStage } from '@helve/core';
import type { ProviderToken, ToolHookClass, ToolRecord } from '@helve/core';
import ProviderRegistry from '@helve/core/provider';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'test/fixtures/seed-examples');
const load = async <T>(file: string): Promise<T> => (await import(join(folder, file))) as T;

/** Lets a number of calls through at a time, and counts. */
class Limiter {
  acquired = 0;
  released = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async tryAcquire(): Promise<boolean> {
    if (this.acquired - this.released >= this.#limit) return false;
    this.acquired += 1;
    return true;
  }

  async release(): Promise<void> {
    this.released += 1;
  }
}

describe('the examples of the first design', async () => {
  const { SumTool } = await load<{ SumTool: ToolRecord }>('sum-tool.ts');
  const { RATE_LIMITER } = await load<{ RATE_LIMITER: ProviderToken<Limiter> }>('rate-limiter.ts');
  const { RateLimitHook } = await load<{ RateLimitHook: ToolHookClass }>('rate-limit-hook.ts');
  const { TypedRateLimitHook } = await load<{ TypedRateLimitHook: ToolHookClass }>('typed-rate-limit-hook.ts');

  const call = (hook: ToolHookClass, limiter: Limiter) =>
    invokeTool({
      tool: SumTool,
      rawInput: { a: 1, b: 2 },
      sessionId: 'sess-123',
      requestId: 'req-456',
      registry: new ProviderRegistry().registerSingletons([[RATE_LIMITER, limiter]]),
      resolve: (cls) => new cls(),
      globalHooksByStage: { [ToolHookStage.willAcquireQuota]: [hook] },
      user: { id: 'user-1' },
    });

  for (const hook of [RateLimitHook, TypedRateLimitHook]) {
    test(`SumTool under ${hook.name} gives the sum, with one acquire and one release`, async () => {
      const limiter = new Limiter(1);
      expect(await call(hook, limiter)).toEqual({ sum: 3 });
      expect([limiter.acquired, limiter.released]).toEqual([1, 1]);
    });

    test(`${hook.name} asks to come back when the limit is reached, and releases nothing`, async () => {
      const limiter = new Limiter(0);
      await expect(call(hook, limiter)).rejects.toMatchObject({ kind: 'retryAfter', ms: 1000, reason: 'Rate limit' });
      expect([limiter.acquired, limiter.released]).toEqual([0, 0]);
    });
  }

  test('compile: the hook without noImplicitAny, all the rest in strict mode', () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const flags = '--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --module nodenext --types'.split(
      ' ',
    );
    const compile = (files: string[], ...more: string[]) =>
      execFileSync(process.execPath, [tsc, ...flags, 'node', ...more, ...files], { cwd: folder, encoding: 'utf8' });
    expect(compile(['rate-limit-hook.ts'], '--noImplicitAny', 'false')).toBe('');
    expect(compile(['sum-tool.ts', 'typed-rate-limit-hook.ts'])).toBe('');
  });
});
