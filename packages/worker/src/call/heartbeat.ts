import type { MaybePromise } from '@helve/core';
import type { HeartbeatOptions } from './call-progress.js';
import { currentCall } from './current-call.js';
import { whileDisposable } from './while-disposable.js';

/** Sends heartbeats of the current call where no capability is at hand: while a module loads, or in shared code. */
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
