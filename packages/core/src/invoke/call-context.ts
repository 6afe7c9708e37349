import type { ToolInvokeContext, ToolUser } from '../contract/context.js';
import type { Intent } from '../contract/intent.js';

/** The caller nobody introduced. */
const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });

interface Caller {
  readonly sessionId?: string | undefined;
  readonly user?: ToolUser | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The context of one call; what a call seldom needs is made on first use. */
export class CallContext implements ToolInvokeContext {
  readonly toolId: string;
  readonly toolName: string;
  readonly requestId: string | number;
  readonly sessionId: string | undefined;
  readonly user: ToolUser;
  #signal: AbortSignal | undefined;
  #intents: Intent[] | undefined;

  constructor(tool: { readonly id: string; readonly name: string }, requestId: string | number, caller: Caller) {
    this.toolId = tool.id;
    this.toolName = tool.name;
    this.requestId = requestId;
    this.sessionId = caller.sessionId;
    this.user = caller.user ?? anonymous;
    this.#signal = caller.signal;
  }

  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }

  addIntent(intent: Intent): void {
    (this.#intents ??= []).push(intent);
  }

  get intents(): readonly Intent[] | undefined {
    return this.#intents;
  }
}
