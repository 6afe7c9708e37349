import { fail, type ToolInvokeContext } from '@helve/core';
import type { CapabilityManager } from '../manager/capability-manager.js';
import { toToolError } from '../error/to-tool-error.js';
import { callOptions, untilAborted } from './call-in-context.js';
import type { ToolEnd, ToolPart } from './tool-run.js';

/** One body that runs in a worker, as the host pulls what comes of it. */
export class RemoteBody {
  readonly #ctx: ToolInvokeContext;
  readonly #parts: AsyncIterator<unknown>;

  constructor(manager: CapabilityManager, instanceId: string, args: Record<string, unknown>, ctx: ToolInvokeContext) {
    this.#ctx = ctx;
    this.#parts = manager.stream(instanceId, { action: 'execute', args }, callOptions(ctx))[Symbol.asyncIterator]();
  }

  /** What the tool would have given here: a value, a failure, or a stream. */
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

  /** The answer does not wait until a worker has heeded a cancel. */
  async #next(): Promise<ToolPart> {
    const { value, done } = await untilAborted(this.#ctx, () => this.#parts.next());
    if (done !== true) return value as ToolPart;
    const { idempotent } = this.#ctx.policy;
    throw toToolError(new Error('The worker said nothing about the end of the tool'), { idempotent });
  }

  /** Takes up what was said beside the answer, before anything of it can leave. */
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

  /** A failure is told twice: as what it is, and as the end of the call. */
  async #drain(): Promise<void> {
    await this.#parts.next().catch(() => undefined);
  }
}
