import type { ToolHookSource, ToolResponse, ToolUser } from '@helve/core';
import type { TurnEventBody } from '../contract/session-event.js';
import type { Transport } from '../contract/transport.js';
import type { StateController } from '../state/create-state-controller.js';
import type { PendingDecisions } from './approval/pending-decisions.js';
import type { SessionLimits } from './session-limits.js';
import type { SessionOptions } from './session-options.js';
import type { SessionState } from './memory/session-state.js';
import type { SessionToolbox } from './toolbox/session-toolbox.js';
import type { TurnUsage } from './call/turn-usage.js';

/** A call that a provider made by its own id: whoever sends the id again gets its answer. */
export interface FirstCall {
  readonly turn: number;
  readonly fingerprint: string;
  readonly response: Promise<ToolResponse>;
}

/** What the parts of a session share. */
export interface SessionCore {
  readonly id: string;
  readonly user: ToolUser;
  readonly options: SessionOptions;
  readonly limits: SessionLimits;
  readonly controller: StateController;
  readonly usage: TurnUsage;
  readonly decisions: PendingDecisions;
  readonly hooks: readonly ToolHookSource[];
  /** Calls by the provider's ids, of this process. */
  readonly firstCalls: Map<string, FirstCall>;
  readonly memory: SessionState;
  readonly transport: Transport;
  readonly toolbox: SessionToolbox;
  now(): number;
  /** Tells the provider which tools there are in the next step, where that has changed. */
  declare(said: readonly string[], toolChoice: 'auto' | 'none'): Promise<void>;
  emit(event: TurnEventBody): void;
}
