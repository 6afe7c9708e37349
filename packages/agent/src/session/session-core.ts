import type { ToolHookSource, ToolResponse, ToolUser } from '@helve/core';
import type { TurnEventBody } from '../contract/session-event.js';
import type { ProviderCall, ToolChoice, Transport } from '../contract/transport.js';
import type { StateController } from '../state/create-state-controller.js';
import type { StepChange } from './connection.js';
import type { PendingDecisions } from './approval/pending-decisions.js';
import type { SessionLimits } from './session-limits.js';
import type { SessionOptions } from './session-options.js';
import type { SessionQuestions } from './question/session-questions.js';
import type { SessionState } from './memory/session-state.js';
import type { SessionToolbox } from './toolbox/session-toolbox.js';
import type { SessionTrace } from './trace/session-trace.js';
import type { Spending } from './budget/spending.js';
import type { TurnUsage } from './call/turn-usage.js';

/** The first call with a provider's id: a repetition of the id gets its answer. */
export interface FirstCall {
  readonly turn: number;
  readonly fingerprint: string;
  readonly response: Promise<ToolResponse>;
}

/** The parts that a session shares among its functions. */
export interface SessionCore {
  readonly id: string;
  readonly user: ToolUser;
  readonly options: SessionOptions;
  readonly limits: SessionLimits;
  readonly controller: StateController;
  readonly usage: TurnUsage;
  readonly spending: Spending;
  readonly trace: SessionTrace;
  readonly decisions: PendingDecisions;
  readonly questions: SessionQuestions;
  readonly hooks: readonly ToolHookSource[];
  /** Calls of this process by the provider's ids. */
  readonly firstCalls: Map<string, FirstCall>;
  readonly memory: SessionState;
  readonly transport: Transport;
  readonly toolbox: SessionToolbox;
  now(): number;
  /** Declares the tools of the next step to the provider, where they have changed. */
  declare(userTexts: readonly string[], toolChoice: ToolChoice, change?: StepChange): Promise<void>;
  /** Emits an event of a turn. Default: the present one. */
  emit(event: TurnEventBody, turn?: number): void;
  /** Tells the model something that nobody has said: at once where the provider can take it, else in the next turn. */
  tell(note: string): void;
  /** Speaks to the person for a running call, where the provider can do that. */
  say(text: string, call: Pick<ProviderCall, 'id' | 'name'>): void;
}
