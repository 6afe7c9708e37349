import type { Json, ToolResponse } from '@helve/core';

/** What a person is asked before a call runs; the token must reach nobody else. */
export interface ConfirmationPrompt {
  /** Empty where somebody outside of the session decides. */
  readonly token: string;
  readonly expiresAt: string;
  readonly tool: string;
  readonly preview: string;
}

/** Why a turn is over. */
export type TurnEnd =
  /** The model has said what it had to say. */
  | 'done'
  | 'interrupted'
  /** A tool has ended the session. */
  | 'session-ended'
  | 'step-limit'
  | 'length'
  | 'refusal'
  | 'filtered'
  | 'context-full'
  /** The model could not put a call into words, twice. */
  | 'model-error'
  /** A token was not good enough, so nothing ran. */
  | 'not-approved'
  | 'failed'
  | 'closed';

/** What was counted. */
export interface Totals {
  readonly turns: number;
  readonly steps: number;
  /** Calls whose tool has begun, those that tools made too. */
  readonly calls: number;
  readonly byCategory: { readonly [category: string]: number };
  /** While at least one tool ran. */
  readonly toolMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Something that went wrong outside of a call. */
export interface SessionProblem {
  readonly message: string;
  readonly code?: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

/** What is said about a turn; every event is plain data. */
export type TurnEventBody =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'transcript'; readonly role: 'user' | 'model'; readonly text: string; readonly final: boolean }
  | { readonly type: 'tool_call_started'; readonly callId: string; readonly tool: string; readonly input: unknown }
  | {
      readonly type: 'tool_progress';
      readonly callId: string;
      readonly tool: string;
      readonly done: number;
      readonly total?: number;
      readonly message?: string;
    }
  | { readonly type: 'tool_chunk'; readonly callId: string; readonly tool: string; readonly chunk: unknown }
  | { readonly type: 'tool_result'; readonly callId: string; readonly tool: string; readonly response: ToolResponse }
  | { readonly type: 'tools_complete'; readonly callIds: readonly string[] }
  | {
      readonly type: 'confirmation_required';
      readonly callId: string;
      readonly tool: string;
      readonly request: ConfirmationPrompt;
      /** By which the request is known wherever people decide. */
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

/** One thing that happened, numbered through the whole session. */
export type TurnEvent = TurnEventBody & { readonly seq: number; readonly turn: number };
