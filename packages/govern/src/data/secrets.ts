import { Secret, setAtPointer, type Token, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { aFunction, aPort, check, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import type { SecretSource } from '../port/secret-source.js';
import { priorities } from '../priorities.js';
import { reportFailure, type FailureReporter } from '../report-failure.js';
import { createRedactChunk } from './redact-chunk.js';
import { scrubError, scrubOutput, secretRedactor } from './scrub-secrets.js';

/** Destination of one secret: a token, which is better, or the input. */
export type SecretUse =
  | { readonly name: string; readonly token: Token<Secret> }
  /** A `Secret`, unless `as` is `text`: then it prints like any other. */
  | { readonly name: string; readonly path: string; readonly as?: 'secret' | 'text' };

export interface SecretsOptions {
  readonly source: SecretSource;
  /** Secrets by tool id. */
  readonly map: Readonly<Record<string, readonly SecretUse[]>>;
  /** Receives the cause of a failing source, which the caller does not learn. */
  readonly report?: FailureReporter;
}

const checks = {
  source: required(aPort('read')),
  map: required(check('lists of { name, token } or { name, path, as? } by tool id', isSecretMap)),
  report: aFunction,
};

/** Injects credentials as late as possible, and removes them from everything that leaves the call. */
export function secrets(options: SecretsOptions): ToolHook {
  const { source, map, report } = checkHookOptions('secrets', options, checks);
  const uses = new Map(Object.entries(map));
  const redactChunk = createRedactChunk();

  const read = async (name: string, ctx: ToolInvokeContext): Promise<string> => {
    let value: string | undefined;
    try {
      value = await source.read(name, ctx);
    } catch (cause) {
      // The cause may hold anything, so it goes to the host and not along with the error.
      reportFailure(report, cause, ctx, 'the source of secrets does not answer', 'GOVERN_SECRETS_DOWN');
      throw governErrors.create('GOVERN_SECRETS_DOWN', { tool: ctx.toolId });
    }
    if (typeof value === 'string' && value !== '') return value;
    throw governErrors.create('GOVERN_SECRET_MISSING', { tool: ctx.toolId, secret: name });
  };

  return {
    name: 'secrets',
    priority: () => priorities.secrets,
    async willInjectSecrets(ctx) {
      for (const use of uses.get(ctx.toolId) ?? []) {
        const value = await read(use.name, ctx);
        ctx.addSecret(value);
        if ('token' in use) ctx.bindProvider(use.token, new Secret(value));
        else ctx.input = putInto(ctx, use.name, use.path, use.as === 'text' ? value : new Secret(value));
      }
    },
    willRedactOutput: scrubOutput,
    redactChunk: (chunk, ctx) => redactChunk(chunk, ctx, secretRedactor(ctx)),
    onError: scrubError,
  };
}

function putInto(ctx: ToolInvokeContext, secret: string, path: string, value: unknown): unknown {
  const input = setAtPointer(ctx.input, path, value);
  if (input === undefined) throw governErrors.create('GOVERN_SECRET_PATH', { secret, path, tool: ctx.toolId });
  return input;
}

function isSecretMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((list: unknown) => Array.isArray(list) && list.every(isSecretUse));
}

function isSecretUse(use: unknown): boolean {
  if (typeof use !== 'object' || use === null || !('name' in use) || typeof use.name !== 'string') return false;
  const allowed = 'token' in use ? ['name', 'token'] : ['name', 'path', 'as'];
  if (use.name === '' || !Object.keys(use).every((key) => allowed.includes(key))) return false;
  if ('token' in use) return use.token !== undefined;
  const asOk = !('as' in use) || use.as === 'secret' || use.as === 'text';
  return asOk && 'path' in use && typeof use.path === 'string' && use.path.startsWith('/');
}
