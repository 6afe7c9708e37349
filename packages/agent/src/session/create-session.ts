import type { ToolResponse, ToolUser } from '@helve/core';
import type { Totals, TurnEvent } from '../contract/session-event.js';
import type { Utterance } from '../contract/session-store.js';
import type { Transport, UserInput } from '../contract/transport.js';
import type { StateController } from '../state/create-state-controller.js';
import { AgentSession } from './agent-session.js';
import { checkSessionOptions, type SessionOptions } from './session-options.js';
import type { TurnRun } from './turn-run.js';

/** A conversation between a person and a model that may use tools. */
export interface Session {
  readonly id: string;
  readonly mode: string;
  readonly user: ToolUser;
  readonly state: StateController;
  /** What was said and may be shown. */
  readonly transcript: readonly Utterance[];
  /** Of all turns so far. */
  readonly totals: Totals;
  /** One turn. It begins at once, or after the one before it; in voice the one before it is interrupted. */
  run(input: string | UserInput): TurnRun;
  /** Everything that happens on a live transport; with another transport the conversation goes on there. */
  attach(transport?: Transport): AsyncIterable<TurnEvent>;
  /** What the person says on a live transport: sound as it comes, or a text, which interrupts. */
  send(input: UserInput): Promise<void>;
  /** Runs, once, what waits for this token; its outcome reaches the model in a turn of its own. */
  confirm(token: string): TurnRun;
  /** Goes on with the answer of a call that somebody outside of the session has decided on and run. */
  resume(approvalId: string, response: ToolResponse): TurnRun;
  /** Ends what waits for this token; false if nothing does. */
  deny(token: string): Promise<boolean>;
  /** Calls off what is going on; resolves when it has stopped. */
  interrupt(reason?: string): Promise<void>;
  close(): Promise<void>;
}

/** Makes a session. Its tools, their version and its mode stay as they are now, whatever is rebuilt meanwhile. */
export function createSession(options: SessionOptions): Session {
  return new AgentSession(checkSessionOptions(options));
}
