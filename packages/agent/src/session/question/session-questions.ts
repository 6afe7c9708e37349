import type { AskAnswer, AskQuestion, Issue, JsonSchemaObject } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';

/** A question of a running tool that waits for the person. */
export interface OpenQuestion {
  readonly questionId: string;
  readonly tool: string;
  readonly message: string;
  readonly schema: JsonSchemaObject;
}

interface Waiting {
  readonly question: AskQuestion;
  readonly shown: OpenQuestion;
  settle(answer: AskAnswer): void;
}

/** Questions of running tools, each until it is answered, its time is over, or its call has ended. */
export class SessionQuestions {
  readonly #waiting = new Map<string, Waiting>();

  get open(): readonly OpenQuestion[] {
    return [...this.#waiting.values()].map(({ shown }) => shown);
  }

  /** Waits for the answer; whoever waits for this gives up with the signal of the question. */
  ask(question: AskQuestion, show: (shown: OpenQuestion) => void): Promise<AskAnswer> {
    const { toolId: tool, message, schema, signal } = question;
    const shown = Object.freeze({ questionId: `question_${crypto.randomUUID()}`, tool, message, schema });
    return new Promise((settle) => {
      this.#waiting.set(shown.questionId, { question, shown, settle });
      signal.addEventListener('abort', () => this.#waiting.delete(shown.questionId), { once: true });
      show(shown);
    });
  }

  /** Gives an answer, once; one that does not fit is refused, and the question goes on waiting. */
  async answer(questionId: string, answer: AskAnswer): Promise<void> {
    const issues = answer.action === 'accept' ? await this.#find(questionId).question.check(answer.content) : [];
    // Somebody else may have answered while the content was checked.
    const { settle } = this.#find(questionId);
    if (issues.length > 0) throw invalid(questionId, issues);
    this.#waiting.delete(questionId);
    settle(answer);
  }

  #find(questionId: string): Waiting {
    const waiting = this.#waiting.get(questionId);
    if (waiting === undefined) throw agentErrors.create('AGENT_QUESTION_UNKNOWN', { question: questionId });
    return waiting;
  }
}

function invalid(question: string, issues: readonly Issue[]): Error {
  const problem = issues.map(({ pointer, message }) => `${pointer === '' ? 'it' : pointer}: ${message}`).join('; ');
  return agentErrors.create('AGENT_ANSWER_INVALID', { question, problem }, { details: { issues } });
}
