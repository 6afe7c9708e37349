import { fail, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import type { CapabilityManager } from '../manager/capability-manager.js';
import { fromWorkerError } from '../error/from-worker-error.js';
import type { NestedRequest } from '../wire/frame.js';
import { callOptions, errorFacts, raceAbort } from './call-in-context.js';
import type { ToolEnd, ToolPart, WireContext } from './tool-run.js';

/** A worker that hosts tools. */
export interface ToolHostTarget {
  readonly manager: CapabilityManager;
  readonly instanceId: string;
}

/** One tool body that runs in a worker, from the host's side. */
export class RemoteBody {
  readonly #ctx: ToolInvokeContext;
  readonly #target: ToolHostTarget;
  readonly #parts: AsyncIterator<unknown>;
  #invoking = 0;

  /** `lent` names a tool that only the worker has. */
  constructor(target: ToolHostTarget, input: unknown, ctx: ToolInvokeContext, lent?: string) {
    this.#ctx = ctx;
    this.#target = target;
    const { manager, instanceId } = target;
    const args = { input, context: travelling(ctx), ...(lent !== undefined && { lent }) };
    const onInvoke = (request: NestedRequest) => this.#invoke(request);
    const options = { ...callOptions(ctx), nested: ctx.depth > 0, onInvoke };
    this.#parts = manager.stream(instanceId, { action: 'execute', args }, options)[Symbol.asyncIterator]();
  }

  /** Returns the outcome that the tool would have had here: a value, a failure, or a stream. */
  async answer(): Promise<unknown> {
    const first = await this.#next();
    return 'end' in first ? this.#finish(first.end) : this.#chunks(first.chunk);
  }

  async *#chunks(first: unknown): AsyncGenerator {
    try {
      yield first;
      for (;;) {
        const part = await this.#next();
        if ('end' in part) return await this.#finish(part.end);
        yield part.chunk;
      }
    } finally {
      await this.#parts.return?.();
    }
  }

  /** Pulls the next part; rejects as soon as the call is aborted. */
  async #next(): Promise<ToolPart> {
    try {
      const { value, done } = await raceAbort(this.#ctx, () => this.#parts.next());
      if (done !== true) return value as ToolPart;
      throw fromWorkerError(new Error('The worker did not report the end of the tool'), errorFacts(this.#ctx));
    } catch (error) {
      // Nobody is left to receive the results of these calls.
      if (this.#invoking > 0) this.#ctx.cancelAttempt(error);
      throw error;
    }
  }

  /** Makes a nested call under the rules of the host. */
  async #invoke({ tool, input, lent }: NestedRequest): Promise<unknown> {
    this.#invoking += 1;
    try {
      return await this.#ctx.invoke(lent === undefined ? tool : lentTool(lent, this.#target), input);
    } finally {
      this.#invoking -= 1;
    }
  }

  /** Applies secrets, metadata and intents before the result is used. */
  async #finish({ value, error, intents, meta, secrets }: ToolEnd): Promise<unknown> {
    const ctx = this.#ctx;
    for (const secret of secrets) ctx.addSecret(secret);
    for (const [key, fact] of Object.entries(meta)) ctx.setMeta(key, fact);
    await this.#drain();
    if (error !== undefined) {
      if (intents.length > 0) return fail(error as never, { intents });
      throw error;
    }
    for (const intent of intents) ctx.addIntent(intent);
    return value;
  }

  /** Consumes the end of the stream, which repeats the failure. */
  async #drain(): Promise<void> {
    await this.#parts.next().catch(() => undefined);
  }
}

const lentTools = new WeakSet<ToolRecord>();

/** True for a tool that a worker lent, in which its body runs. */
export function isLent(tool: ToolRecord): boolean {
  return lentTools.has(tool);
}

/** Creates a tool that a body passed along: it has the host's rules and runs in its own worker. */
function lentTool({ key, contract }: NonNullable<NestedRequest['lent']>, target: ToolHostTarget): ToolRecord {
  const tool: ToolRecord = {
    ...contract,
    hooksByStage: {},
    execute: (input: unknown, ctx: ToolInvokeContext) => new RemoteBody(target, input, ctx, key).answer(),
  };
  lentTools.add(tool);
  return tool;
}

function travelling({ requestId, sessionId, user, call, idempotencyKey }: ToolInvokeContext): WireContext {
  const { door, mode, turnId, traceparent } = call;
  const present = Object.entries({ door, mode, turnId, traceparent }).filter(([, value]) => value !== undefined);
  return {
    requestId,
    user,
    call: Object.fromEntries(present),
    ...(sessionId !== undefined && { sessionId }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}
