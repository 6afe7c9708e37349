import { warn, isPending, type ToolInvokeContext, type MaybePromise } from '@helve/core';
import { oneOf } from '@helve/core/options';
import { governErrors } from './govern-errors.js';

/** Behaviour of a gate while its store fails. */
export type OnStoreError = 'deny' | 'allow';

export const anOnStoreError = oneOf('deny', 'allow');

/** Asks a store for a gate: when it fails, refuses the call for now, or lets it pass with a warning. */
export function askStore<T, U = T>(
  ctx: ToolInvokeContext,
  hook: string,
  onStoreError: OnStoreError,
  ask: () => MaybePromise<T>,
  whenAllowed: U,
): MaybePromise<T | U> {
  const onFailure = (cause: unknown): U => {
    if (onStoreError === 'deny') throw storeDown(ctx, hook, cause);
    warn(ctx, { code: 'GOVERN_STORE_DOWN', message: `${hook} got no answer from its store and let the call pass` });
    return whenAllowed;
  };
  try {
    const answer = ask();
    return isPending(answer) ? answer.then(undefined, onFailure) : answer;
  } catch (cause) {
    return onFailure(cause);
  }
}

/** Asks a store for a gate; refuses the call when it fails. */
export async function askStoreOrDeny<T>(ctx: ToolInvokeContext, hook: string, ask: () => MaybePromise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw storeDown(ctx, hook, cause);
  }
}

function storeDown(ctx: ToolInvokeContext, hook: string, cause: unknown): Error {
  return governErrors.create('GOVERN_STORE_DOWN', { tool: ctx.toolId, hook }, { cause });
}
