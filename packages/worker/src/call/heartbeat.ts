import type { MaybePromise } from '@helve/core';
import type { HeartbeatOptions } from './call-progress.js';
import { currentCall } from './current-call.js';
import { whileDisposable } from './while-disposable.js';

/** A heartbeat where there is no capability to ask: while a module loads, and in code that does not know who calls it. */
export function heartbeat(phase: string, options?: HeartbeatOptions): Disposable;
export function heartbeat<T>(
  phase: string,
  options: HeartbeatOptions | undefined,
  body: () => MaybePromise<T>,
): Promise<T>;
export function heartbeat<T>(
  phase: string,
  options?: HeartbeatOptions,
  body?: () => MaybePromise<T>,
): Disposable | Promise<T> {
  const stop = currentCall()?.heartbeat(phase, options) ?? (() => {});
  return whileDisposable(stop, body);
}
