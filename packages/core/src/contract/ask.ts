import type { Issue } from './issue.js';
import type { JsonSchemaObject } from './schema.js';

/** The reason for which a question has no answer. */
export type AskCancelled =
  /** Nobody can be asked at this door. */
  | 'nobody'
  /** The person has closed the question. */
  | 'closed'
  /** The time of the question, or of the call, is over. */
  | 'expired'
  /** The answer does not fit the schema. */
  | 'invalid';

/** The answer of a person to a question of a running tool. */
export type AskAnswer<Content = unknown> =
  | { readonly action: 'accept'; readonly content: Content }
  /** The person does not want to answer. */
  | { readonly action: 'decline' }
  | { readonly action: 'cancel'; readonly reason: AskCancelled };

/** A question of a running tool, as plain data beside its check. */
export interface AskQuestion {
  readonly toolId: string;
  readonly message: string;
  /** Schema of the answer. */
  readonly schema: JsonSchemaObject;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Says what is wrong with an answer; nothing if it fits. */
  check(content: unknown): Promise<readonly Issue[]>;
}

/** Asks a person at the door of a call. */
export type Ask = (question: AskQuestion) => AskAnswer | Promise<AskAnswer>;
