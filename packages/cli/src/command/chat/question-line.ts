import type { AgentSession, TurnEvent } from '@helve/agent';
import { isToolError, type AskAnswer } from '@helve/core';
import { askQuestion } from '../../ask-question.js';
import type { Terminal } from '../../terminal.js';

type Question = TurnEvent & { readonly type: 'question' };

/** Questions of running tools to the person of a chat, one after the other while the turn goes on. */
export class QuestionLine {
  readonly #session: AgentSession;
  readonly #terminal: Terminal;
  readonly #signal: AbortSignal | undefined;
  #before: Promise<void> = Promise.resolve();

  /** Without a signal nobody is there, and every question is told so. */
  constructor(session: AgentSession, terminal: Terminal, signal: AbortSignal | undefined) {
    this.#session = session;
    this.#terminal = terminal;
    this.#signal = signal;
  }

  ask(question: Question): void {
    this.#before = this.#before.then(() => this.#put(question)).catch(() => undefined);
  }

  async #put({ questionId, message, schema }: Question): Promise<void> {
    const signal = this.#signal;
    if (signal === undefined) return this.#answer(questionId, { action: 'cancel', reason: 'nobody' });
    const give = async (content: unknown): Promise<readonly string[]> => {
      try {
        await this.#answer(questionId, { action: 'accept', content });
        return [];
      } catch (thrown) {
        // An answer that fits may come too late.
        return isToolError(thrown, 'AGENT_ANSWER_INVALID') ? [thrown.message] : [];
      }
    };
    const isGiven = await askQuestion(this.#terminal, { message, schema, signal, give });
    if (!isGiven && !signal.aborted) await this.#answer(questionId, { action: 'cancel', reason: 'closed' });
  }

  #answer(questionId: string, answer: AskAnswer): Promise<void> {
    return this.#session.answerQuestion(questionId, answer);
  }
}
