import type { ToolHook } from '@helve/core';
import { describeThrown } from '../module/describe-thrown.js';
import type { Notify } from '../project-io.js';

/** The errors of a server that belong to no call, because nobody waits for what threw them. */
export interface ErrorWatch {
  /** Keeps which tools are running, for the log. */
  readonly hook: ToolHook;
  /** Aborts with the first uncaught exception: the state of the process is unknown, and it has to end. */
  readonly uncaught: AbortSignal;
  close(): void;
}

/** Logs unhandled rejections, after which a server goes on, and uncaught exceptions, after which it ends in order. */
export function watchErrors(notify: Notify): ErrorWatch {
  const running = new Map<object, string>();
  const controller = new AbortController();
  const told = (what: string, thrown: unknown) => {
    const calls = running.size === 0 ? 'no tool was running' : `running: ${[...running.values()].join(', ')}`;
    notify(`${what}: ${describeThrown(thrown)}; ${calls}`);
  };
  const onRejection = (thrown: unknown) => told('Unhandled rejection of a promise that nobody waits for', thrown);
  const onException = (thrown: unknown) => {
    told('Uncaught exception, after which the server ends', thrown);
    controller.abort(thrown);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return {
    hook: {
      name: 'running-tools',
      willExecute: (ctx) => void running.set(ctx, `${ctx.toolId} (request ${ctx.requestId})`),
      willFinalizeInvoke: (ctx) => void running.delete(ctx),
    },
    uncaught: controller.signal,
    close: () => {
      process.off('unhandledRejection', onRejection);
      process.off('uncaughtException', onException);
    },
  };
}
