import type { AgentSession } from '../session/agent-session.js';
import { pickUiAnswers, readUiMessages } from './read-ui-messages.js';
import { toUiMessageStream } from './to-ui-message-stream.js';
import type { UiMessageChunk } from './ui-message-chunk.js';

/**
 * Runs the turn that the last message of a chat interface asks for:
 *
 *     words, files ─▶ run · decisions ─▶ confirm, deny · outputs of the caller's tools ─▶ answerCalls
 */
export async function* runUiMessages(session: AgentSession, messages: unknown): AsyncGenerator<UiMessageChunk> {
  const input = readUiMessages(messages);
  const { text, media, decisions } = input;
  await session.open();
  const wanted = pickUiAnswers(input, session.waitingCalls);
  if (wanted.length > 0) {
    const shown = wanted.map(({ callId }) => callId);
    return yield* toUiMessageStream(session.answerCalls(wanted), { shown });
  }
  yield { type: 'start' };
  for (const { token, callId } of decisions.filter(({ approved }) => !approved)) {
    if (await session.deny(token)) yield { type: 'tool-output-denied', toolCallId: callId };
  }
  const approved = decisions.filter((decision) => decision.approved);
  const turns = approved.map(
    ({ token, callId }) =>
      () =>
        toUiMessageStream(session.confirm(token), { shown: [callId] }),
  );
  if (turns.length === 0) turns.push(() => toUiMessageStream(session.run({ text, media })));
  for (const [at, run] of turns.entries()) {
    for await (const chunk of run()) {
      const isBetween = chunk.type === 'start' || (chunk.type === 'finish' && at < turns.length - 1);
      if (!isBetween) yield chunk;
    }
  }
}
