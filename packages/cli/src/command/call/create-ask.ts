import type { Ask } from '@helve/core';
import { askQuestion } from '../../ask-question.js';
import type { Terminal } from '../../terminal.js';

/** Lets a tool ask the person at the terminal; `clear` makes room for the question. */
export function createAsk(terminal: Terminal, clear: () => void): Ask {
  return async ({ message, schema, signal, check }) => {
    clear();
    let answer: unknown;
    const isGiven = await askQuestion(terminal, {
      message,
      schema,
      signal,
      give: async (content) => {
        answer = content;
        return (await check(content)).map((issue) => `${issue.pointer} ${issue.message}`.trim());
      },
    });
    return isGiven ? { action: 'accept', content: answer } : { action: 'cancel', reason: 'closed' };
  };
}
