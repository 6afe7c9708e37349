import type { CallerAnswer, TurnEvent, UserInput, WaitingCall } from '@helve/agent';
import type { AskAnswer, ToolResponse, ToolUser } from '@helve/core';

/** A conversation. */
export interface ChatRow {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: string;
  /** True while a turn is under way. */
  readonly busy: boolean;
  /** Model that answers, such as `demo`. */
  readonly model: string;
}

/** Conversations with a model that uses the tools. Each is visible only to the user who started it. */
export interface Chats {
  /** Refused with a `ToolError` if there are too many, or no such model. */
  create(user: ToolUser, options: { readonly model?: string }): Promise<ChatRow>;
  list(user: ToolUser): Promise<readonly ChatRow[]>;
  get(id: string, user: ToolUser): Promise<ChatRow | undefined>;
  /** One turn; the signal interrupts it. Undefined if there is no such conversation. */
  say(
    id: string,
    user: ToolUser,
    message: string | UserInput,
    signal: AbortSignal,
  ): Promise<AsyncIterable<TurnEvent> | undefined>;
  /** Calls that wait for the caller. Undefined if there is no such conversation. */
  waitingCalls(id: string, user: ToolUser): Promise<readonly WaitingCall[] | undefined>;
  /** Continues, in a new turn, with the answers of calls that were left to the caller. */
  answerCalls(
    id: string,
    user: ToolUser,
    answers: readonly CallerAnswer[],
    signal: AbortSignal,
  ): Promise<AsyncIterable<TurnEvent> | undefined>;
  /** Answers a question of a running tool; the turn goes on by itself. False if there is no such conversation. */
  answerQuestion(id: string, user: ToolUser, questionId: string, answer: AskAnswer): Promise<boolean>;
  /** Continues, in a new turn, with the outcome of a call that waited for approval. */
  answer(
    id: string,
    user: ToolUser,
    approvalId: string,
    response: ToolResponse,
    signal: AbortSignal,
  ): Promise<AsyncIterable<TurnEvent> | undefined>;
  /** Ends it; false if there is none. */
  end(id: string, user: ToolUser): Promise<boolean>;
  close(): Promise<void>;
}
