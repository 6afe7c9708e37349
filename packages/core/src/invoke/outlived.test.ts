import { invokeTool, type ToolHook } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { settle, thrownBy, toolThat } from '../../../../test/engine-kit.js';

/** A tool whose body waits for its signal, and notes what it hears. */
function waitingTool() {
  const heard: string[] = [];
  const tool = toolThat((_input, { signal, attempt }) => {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        heard.push(`${attempt}: ${(signal.reason as Error).message}`);
        resolve('late');
      });
    });
  });
  return { tool, heard };
}

const over = 'The call is over: nobody waits for this body any more';

describe('a body that outlives its call', () => {
  test('is told when a wrapper answers before it', async () => {
    const { tool, heard } = waitingTool();
    const race: ToolHook = { aroundExecute: (_ctx, next) => Promise.race([next(), Promise.resolve('early')]) };
    expect(await invokeTool({ tool, hooks: [race], timeoutMs: 60_000 })).toBe('early');
    expect(heard).toEqual([`1: ${over}`]);
  });

  test('is told when a wrapper throws without waiting for it', async () => {
    const { tool, heard } = waitingTool();
    const hasty: ToolHook = {
      aroundExecute: (_ctx, next) => {
        void Promise.resolve(next()).catch(() => undefined);
        throw new Error('in a hurry');
      },
    };
    expect(await thrownBy(invokeTool({ tool, hooks: [hasty] }))).toMatchObject({ message: 'in a hurry' });
    expect(heard).toEqual([`1: ${over}`]);
  });

  test('is told when a wrapper calls next a second time', async () => {
    const { tool, heard } = waitingTool();
    const twice: ToolHook = {
      aroundExecute: (_ctx, next) => {
        void Promise.resolve(next()).catch(() => undefined);
        return next();
      },
    };
    await thrownBy(invokeTool({ tool, hooks: [twice] }));
    expect(heard).toEqual([`1: ${over}`]);
  });

  test('finds a signal that has fired if it asks afterwards', async () => {
    let lateSignal: AbortSignal | undefined;
    const tool = toolThat(async (_input, ctx) => {
      await settle();
      lateSignal = ctx.signal;
    });
    const race: ToolHook = { aroundExecute: (_ctx, next) => Promise.race([next(), Promise.resolve('early')]) };
    await invokeTool({ tool, hooks: [race] });
    await settle();
    await settle();
    expect(lateSignal?.aborted).toBe(true);
  });

  test('keeps its slot until it has stopped', async () => {
    const log: string[] = [];
    const { tool } = waitingTool();
    const slot: ToolHook = {
      willAcquireSemaphore: () => void log.push('taken'),
      didReleaseSemaphore: () => void log.push('given back'),
      aroundExecute: (_ctx, next) => Promise.race([next(), Promise.resolve('early')]),
    };
    await invokeTool({ tool, hooks: [slot] });
    await settle();
    expect(log).toEqual(['taken', 'given back']);
  });

  test('that has stopped hears nothing', async () => {
    let seen: AbortSignal | undefined;
    const tool = toolThat(async (_input, ctx) => {
      seen = ctx.signal;
      await settle();
    });
    const wrap: ToolHook = { aroundExecute: (_ctx, next) => next() };
    await invokeTool({ tool, hooks: [wrap], timeoutMs: 60_000 });
    expect(seen?.aborted).toBe(false);
  });
});
