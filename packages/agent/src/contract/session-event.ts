import type { Json, JsonSchemaObject, ToolResponse } from '@helve/core';

/** A question to a person before a call runs; the token must reach nobody else. */
export interface ConfirmationPrompt {
  /** Empty when somebody outside of the session decides. */
  readonly token: string;
  readonly expiresAt: string;
  readonly tool: string;
  readonly preview: string;
}

/** The reason for which a turn ended. */
export type TurnEnd =
  /** The model finished its answer. */
  | 'done'
  | 'interrupted'
  /** A tool ended the session. */
  | 'session-ended'
  /** A budget is used up. */
  | 'budget-used'
  | 'step-limit'
  /** The application's hook ended it before a step. */
  | 'stopped'
  /** Calls wait for the caller: see `answerCalls`. */
  | 'caller-answers'
  /** No final answer fits the schema that the turn was given. */
  | 'output-invalid'
  | 'length'
  | 'refusal'
  | 'filtered'
  | 'context-full'
  /** The model sent an unreadable call twice. */
  | 'model-error'
  /** The token was not valid, so nothing ran. */
  | 'not-approved'
  | 'failed'
  | 'closed';

/** Counts of a turn or of a session. */
export interface Totals {
  readonly turns: number;
  readonly steps: number;
  /** Calls whose tool began to run, including calls made by tools. */
  readonly calls: number;
  readonly byCategory: { readonly [category: string]: number };
  /** Time during which at least one tool ran. */
  readonly toolMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** By the prices of the session; 0 without any. */
  readonly cost: number;
}

/** A failure outside of a call. */
export interface SessionProblem {
  readonly message: string;
  readonly code?: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

/** One event of a turn, as plain data. */
export type TurnEventBody =
  | { readonly type: 'text'; readonly text: string }
  /** Thoughts of the model that its provider shows. */
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string; readonly itemId?: string }
  /** The person interrupts: clients stop their playback and drop audio that they have not played. */
  | { readonly type: 'interrupted' }
  /** The connection to the provider broke or ends soon, and another one is made. */
  | { readonly type: 'reconnecting'; readonly reason: string }
  /** The conversation goes on: continued by the provider, or told to it once more. */
  | { readonly type: 'reconnected'; readonly by: 'handle' | 'history' }
  | { readonly type: 'transcript'; readonly role: 'user' | 'model'; readonly text: string; readonly final: boolean }
  /** A piece of the arguments of a call that the model is still writing. */
  | { readonly type: 'tool_input_delta'; readonly callId: string; readonly tool: string; readonly delta: string }
  | { readonly type: 'tool_call_started'; readonly callId: string; readonly tool: string; readonly input: unknown }
  | {
      readonly type: 'tool_progress';
      readonly callId: string;
      readonly tool: string;
      readonly done: number;
      readonly total?: number;
      readonly message?: string;
    }
  /** A tool speaks to the person while it runs. */
  | { readonly type: 'tool_say'; readonly callId: string; readonly tool: string; readonly text: string }
  | { readonly type: 'tool_chunk'; readonly callId: string; readonly tool: string; readonly chunk: unknown }
  | { readonly type: 'tool_result'; readonly callId: string; readonly tool: string; readonly response: ToolResponse }
  /** The final answer of a turn with a schema, checked. */
  | { readonly type: 'output'; readonly value: unknown }
  /** A running tool asks the person: answer with `answerQuestion` while the turn goes on. */
  | {
      readonly type: 'question';
      readonly questionId: string;
      readonly callId: string;
      readonly tool: string;
      readonly message: string;
      readonly schema: JsonSchemaObject;
    }
  /** A call of a tool without a body: the caller answers it with `answerCalls` when the turn is over. */
  | { readonly type: 'caller_call'; readonly callId: string; readonly tool: string; readonly input: unknown }
  | { readonly type: 'tools_complete'; readonly callIds: readonly string[] }
  | {
      readonly type: 'confirmation_required';
      readonly callId: string;
      readonly tool: string;
      readonly request: ConfirmationPrompt;
      /** Id of the request wherever people decide on it. */
      readonly approvalId?: string;
    }
  | {
      readonly type: 'warning';
      readonly code: string;
      readonly message: string;
      readonly callId?: string;
      readonly tool?: string;
      readonly details?: Json;
    }
  | { readonly type: 'session_ending'; readonly after: 'current_turn' | 'immediate' }
  | { readonly type: 'turn_end'; readonly reason: TurnEnd; readonly totals: Totals }
  | { readonly type: 'error'; readonly error: SessionProblem };

/** One event, numbered through the whole session. */
export type TurnEvent = TurnEventBody & { readonly seq: number; readonly turn: number };
