import { joinSignals, fail, isToolError, type ToolInvokeContext } from '@helve/core';
import type { ResponseMeta, CallerMeta, ForeignCall } from './foreign-server.js';

/** Makes one call of a foreign tool. */
type MakeCall = (call: ForeignCall) => Promise<unknown>;

export interface ForeignTrust {
  /**
   * True for a server of one's own: it learns who calls, and what it returns beside its results is used. A stranger is
   * told nothing, and steers nothing.
   */
  readonly trusted?: boolean | undefined;
}

/** The body of a tool that runs on a foreign server, on behalf of a call here. */
export function callForeign(
  make: MakeCall,
  ctx: ToolInvokeContext,
  { trusted = false }: ForeignTrust,
): Promise<unknown> {
  if (trusted) return new TrustedCall(make, ctx).answer();
  return make({ signal: ctx.signal, onProgress: showIn(ctx) });
}

type End = { readonly value: unknown } | { readonly thrown: unknown };

/** A call of a server of one's own, as the engine pulls what comes of it: chunks if the tool streams, and one answer. */
class TrustedCall {
  readonly #ctx: ToolInvokeContext;
  readonly #stop = new AbortController();
  readonly #chunks: unknown[] = [];
  readonly #end: Promise<End>;
  #said: ResponseMeta = { intents: [], meta: {} };
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(make: MakeCall, ctx: ToolInvokeContext) {
    this.#ctx = ctx;
    const { signal, release } = joinSignals(ctx.signal, this.#stop.signal);
    const sideChannel = {
      meta: toNote(ctx),
      onChunk: (chunk: unknown) => {
        this.#chunks.push(chunk);
        this.#wake();
      },
      onAnswer: (answer: ResponseMeta) => void (this.#said = answer),
    };
    this.#end = make({ signal, onProgress: showIn(ctx), sideChannel })
      .then(
        (value) => ({ value }),
        (thrown: unknown) => ({ thrown }),
      )
      .finally(() => {
        release();
        this.#ended = true;
        this.#wake();
      });
  }

  async answer(): Promise<unknown> {
    await this.#news();
    return this.#chunks.length > 0 ? this.#stream() : this.#finish();
  }

  async *#stream(): AsyncGenerator {
    try {
      for (;;) {
        while (this.#chunks.length > 0) yield this.#chunks.shift();
        if (this.#ended) return await this.#finish();
        await this.#news();
      }
    } finally {
      this.#stop.abort();
    }
  }

  /** Stores the side channel of the answer. */
  async #finish(): Promise<unknown> {
    const end = await this.#end;
    const { intents, meta } = this.#said;
    for (const [key, fact] of Object.entries(meta)) this.#ctx.setMeta(key, fact);
    if ('thrown' in end) {
      if (intents.length > 0 && isToolError(end.thrown)) return fail(end.thrown, { intents });
      throw end.thrown;
    }
    for (const intent of intents) this.#ctx.addIntent(intent);
    return 'data' in this.#said ? this.#said.data : end.value;
  }

  async #news(): Promise<void> {
    if (this.#ended || this.#chunks.length > 0) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

function showIn(ctx: ToolInvokeContext): ForeignCall['onProgress'] {
  return ({ progress, total, message }) => ctx.progress(progress, total, message);
}

function toNote({ requestId, sessionId, user, call, idempotencyKey }: ToolInvokeContext): CallerMeta {
  const { door, traceparent } = call;
  return { requestId, sessionId, user: { id: user.id }, door, idempotencyKey, traceparent };
}
