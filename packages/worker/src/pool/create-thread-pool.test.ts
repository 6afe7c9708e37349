import type { ThreadSource } from '@helve/flow/engine';
import { build } from 'esbuild';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createThreadPool, type ThreadPoolOptions } from './create-thread-pool.js';
import type { BorrowedThread } from './pooled-thread.js';

const toModule = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

/** Sends its id with its data, then does as it is told. */
const echo = toModule(`
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ data, port }) => {
  port.postMessage({ threadId, data });
  port.on('message', (asked) => {
    if (asked === 'late') setImmediate(() => port.postMessage('late'));
    if (asked === 'throw') throw new RangeError('too far');
    if (asked === 'exit') { for (let at = 0; at < 100; at += 1) port.postMessage(at); process.exit(7); }
    if (asked === 'spin') { port.postMessage('spinning'); for (;;); }
  });
});
`);

/** A program that returns its only thread and has nothing else to do. */
const idler = `
import { createThreadPool } from './create-thread-pool.ts';
const thread = createThreadPool().tryBorrow(new URL(${JSON.stringify(echo.href)}), 1);
thread.port.once('message', () => thread.giveBack());
`;

function poolOf(options?: ThreadPoolOptions) {
  const pool = createThreadPool(options);
  onTestFinished(() => pool.close());
  return pool;
}

/** Returns the next message of a thread. */
async function heard(thread: BorrowedThread | undefined): Promise<unknown> {
  const [message] = (thread === undefined ? [] : await once(thread.port, 'message')) as unknown[];
  return message;
}

async function idOf(thread: BorrowedThread | undefined): Promise<number> {
  return ((await heard(thread)) as { threadId: number }).threadId;
}

describe('createThreadPool', () => {
  test('a pool is what flow asks for', () => {
    const pool: ThreadSource = poolOf();
    expect(pool).toBeDefined();
  });

  test('a thread that was given back is lent again for the same module, and told of the new loan', async () => {
    const pool = poolOf({ size: 1 });
    const first = pool.tryBorrow(echo, 'one');
    const { threadId, data } = (await heard(first)) as { threadId: number; data: string };
    expect(data).toBe('one');
    first?.giveBack();
    expect(await first?.ended).toBeUndefined();
    expect(await heard(pool.tryBorrow(echo, 'two'))).toEqual({ threadId, data: 'two' });
  });

  test('what a borrower left behind is not heard by the next', async () => {
    const pool = poolOf({ size: 1 });
    const first = pool.tryBorrow(echo, 1);
    await heard(first);
    first?.port.postMessage('late', []);
    first?.giveBack();
    expect(await heard(pool.tryBorrow(echo, 2))).toMatchObject({ data: 2 });
  });

  test('there are no more threads of a module than the size of the pool; another module has its own', async () => {
    const pool = poolOf({ size: 2 });
    const [one, two] = [pool.tryBorrow(echo, 1), pool.tryBorrow(echo, 2)];
    expect(await idOf(one)).not.toBe(await idOf(two));
    expect(pool.tryBorrow(echo, 3)).toBeUndefined();
    expect(await heard(pool.tryBorrow(new URL(`${echo.href}//`), 4))).toMatchObject({ data: 4 });
  });

  test('who waits has the next thread that is given back, in the order of asking', async () => {
    const pool = poolOf({ size: 1 });
    const first = await pool.borrow(echo, 1);
    const waiting = [pool.borrow(echo, 2), pool.borrow(echo, 3)];
    const id = await idOf(first);
    first.giveBack();
    const second = await waiting[0];
    expect(await heard(second)).toEqual({ threadId: id, data: 2 });
    second?.giveBack();
    expect(await heard(await waiting[1])).toEqual({ threadId: id, data: 3 });
  });

  test('a thread that throws is told to its borrower, with the error, and is never lent again', async () => {
    const pool = poolOf({ size: 1 });
    const thread = pool.tryBorrow(echo, 1);
    const id = await idOf(thread);
    const next = pool.borrow(echo, 2);
    thread?.port.postMessage('throw', []);
    expect(await thread?.ended).toMatchObject({ code: 1, error: { name: 'RangeError', message: 'too far' } });
    expect(await idOf(await next)).not.toBe(id);
  });

  test('all that a thread said before its end is heard before its end is', async () => {
    const thread = poolOf().tryBorrow(echo, 1);
    await heard(thread);
    let count = 0;
    thread?.port.on('message', () => (count += 1));
    thread?.port.postMessage('exit', []);
    expect(await thread?.ended).toEqual({ code: 7 });
    expect(count).toBe(100);
  });

  test('a module that cannot be loaded is told to its borrower', async () => {
    const thread = poolOf().tryBorrow(toModule('import "node:nothing"'), 1);
    expect(await thread?.ended).toMatchObject({ error: { message: expect.stringContaining('node:nothing') } });
  });

  test('a thread that is busy can be stopped, and its place is free', async () => {
    const pool = poolOf({ size: 1 });
    const thread = pool.tryBorrow(echo, 1);
    await heard(thread);
    thread?.port.postMessage('spin', []);
    await heard(thread);
    await thread?.stop();
    expect(await thread?.ended).toMatchObject({ code: 1 });
    expect(await heard(await pool.borrow(echo, 2))).toMatchObject({ data: 2 });
  });

  test('a thread that nobody wants ends after a while', async () => {
    const pool = poolOf({ size: 1, idleMs: 1 });
    const thread = pool.tryBorrow(echo, 1);
    const id = await idOf(thread);
    thread?.giveBack();
    await expect
      .poll(async () => {
        const next = await pool.borrow(echo, 2);
        const own = await idOf(next);
        next.giveBack();
        await new Promise((resolve) => setTimeout(resolve, 20));
        return own;
      })
      .not.toBe(id);
  });

  test('what cannot be copied is refused, and the thread stays free', async () => {
    const pool = poolOf({ size: 1 });
    expect(() => pool.tryBorrow(echo, () => 1)).toThrow(/could not be cloned/);
    await expect(pool.borrow(echo, () => 1)).rejects.toThrow(/could not be cloned/);
    expect(await heard(pool.tryBorrow(echo, 1))).toMatchObject({ data: 1 });
  });

  test('a closed pool has ended its threads, and lends none', async () => {
    const pool = poolOf({ size: 1 });
    const thread = pool.tryBorrow(echo, 1);
    const waiting = pool.borrow(echo, 2);
    await Promise.all([expect(waiting).rejects.toThrow('the pool is closed'), pool.close()]);
    expect(await thread?.ended).toBeDefined();
    expect(pool.tryBorrow(echo, 3)).toBeUndefined();
    await expect(pool.borrow(echo, 4)).rejects.toThrow('Cannot borrow a thread');
  });

  test('an idle thread does not keep a process alive', async () => {
    const { outputFiles } = await build({
      stdin: { contents: idler, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
    });
    const code = outputFiles[0]?.text ?? '';
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
