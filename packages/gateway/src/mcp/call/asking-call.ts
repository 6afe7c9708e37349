import { randomBytes } from 'node:crypto';
import { ownerOf, type Ask, type ToolResponse, type ToolUser } from '@helve/core';
import type { ClientCapabilities, InputRequests } from '@modelcontextprotocol/server';
import { createAsk } from './elicitation.js';

/** Next thing that a client hears of a call. */
export type NextOfCall = { readonly response: ToolResponse } | { readonly requests: InputRequests };

type Run = (signal: AbortSignal, onAsk: Ask | undefined) => Promise<ToolResponse>;

interface Waiting {
  readonly requests: InputRequests;
  settle(answers: Readonly<Record<string, unknown>> | undefined): void;
}

/**
 * A call that goes on while its client is asked:
 *
 *     request ─▶ begin ─▶ next ─┬─ response ─▶ over
 *                  ▲            └─ question ─▶ client ─▶ another request ─▶ answer ─▶ next
 */
export class AskingCall {
  readonly #life = new AbortController();
  readonly #over: Promise<NextOfCall>;
  #waiting: Waiting | undefined;
  #asked: () => void = () => undefined;

  constructor(capabilities: ClientCapabilities, run: Run) {
    const onAsk = createAsk(capabilities, (requests) => this.#put(requests));
    this.#over = run(this.#life.signal, onAsk).then((response) => ({ response }));
    this.#over.catch(() => undefined);
  }

  /** Waits for the response or for a question; a client that leaves meanwhile ends the call. */
  async next(client: AbortSignal): Promise<NextOfCall> {
    const end = () => this.end(client.reason);
    if (client.aborted) end();
    client.addEventListener('abort', end, { once: true });
    try {
      const question = new Promise<NextOfCall>((resolve) => {
        this.#asked = () => {
          if (this.#waiting !== undefined) resolve({ requests: this.#waiting.requests });
        };
        this.#asked();
      });
      return await Promise.race([this.#over, question]);
    } finally {
      client.removeEventListener('abort', end);
    }
  }

  /** Passes on what the client has answered. */
  answer(answers: Readonly<Record<string, unknown>>): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.settle(answers);
  }

  end(reason: unknown): void {
    this.#life.abort(reason);
  }

  #put(requests: InputRequests): Promise<Readonly<Record<string, unknown>> | undefined> {
    return new Promise((settle) => {
      this.#waiting = { requests, settle };
      this.#asked();
    });
  }
}

interface Kept {
  readonly call: AskingCall;
  readonly owner: string;
  readonly timer: NodeJS.Timeout;
}

/** Time within which a client has to come back: longer than a question of a tool waits. */
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 1_000;

/** Calls whose clients are asked something, each until its client comes back. */
export class AskingCalls {
  readonly #kept = new Map<string, Kept>();

  /** Keeps a call; ends it where too many wait. */
  keep(call: AskingCall, user: ToolUser): string {
    const id = randomBytes(16).toString('hex');
    const timer = setTimeout(() => this.#drop(id, 'the client did not come back'), KEPT_MS).unref();
    this.#kept.set(id, { call, owner: ownerOf(user), timer });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#drop(oldest, 'too many calls wait for their clients');
    }
    return id;
  }

  /** Returns a call to the client that comes back, once. */
  take(id: string, user: ToolUser): AskingCall | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.owner !== ownerOf(user)) return undefined;
    clearTimeout(kept.timer);
    this.#kept.delete(id);
    return kept.call;
  }

  endAll(reason: unknown): void {
    for (const { call, timer } of this.#kept.values()) {
      clearTimeout(timer);
      call.end(reason);
    }
    this.#kept.clear();
  }

  #drop(id: string, reason: string): void {
    this.#kept.get(id)?.call.end(new Error(reason));
    clearTimeout(this.#kept.get(id)?.timer);
    this.#kept.delete(id);
  }
}
