import { expect, test } from 'vitest';
import { addEvent, type TalkLine } from './talk-lines.js';
import type { VoiceEvent } from './voice-socket.js';

function linesOf(...events: readonly VoiceEvent[]): readonly TalkLine[] {
  return events.reduce<readonly TalkLine[]>(addEvent, []);
}

test('pieces of an utterance are one line, which its whole text replaces', () => {
  const piece = (text: string, final = false): VoiceEvent => ({ type: 'transcript', role: 'model', text, final });
  expect(linesOf(piece('Ding'), piece('dong.'))).toEqual([{ who: 'Model', text: 'Ding dong.', isOpen: true }]);
  expect(linesOf(piece('Ding'), piece('Ding dong!', true), piece('Next'))).toEqual([
    { who: 'Model', text: 'Ding dong!' },
    { who: 'Model', text: 'Next', isOpen: true },
  ]);
  expect(linesOf(piece('Di'), { type: 'interrupted' }, piece('Yes'))).toHaveLength(2);
});

test('a call shows its result, and what waits for a person says so', () => {
  const call: VoiceEvent = { type: 'tool_call_started', callId: 'c', tool: 'add', input: { a: 1 } };
  expect(linesOf(call, { type: 'tool_result', callId: 'c', response: { ok: true, data: 3 } })).toEqual([
    { who: 'Tool', text: 'add({"a":1}) → 3' },
  ]);
  const failed = { type: 'tool_result', callId: 'c', response: { ok: false, error: { message: 'no' } } } as const;
  expect(linesOf(call, failed)[0]?.text).toBe('add({"a":1}) → no');
  const asks: VoiceEvent = { type: 'confirmation_required', tool: 'pay', approvalId: 'apr_1' };
  expect(linesOf(asks)).toEqual([{ who: 'Note', text: 'pay waits for your approval', approval: 'apr_1' }]);
});

test('a question of a tool waits until its call has ended', () => {
  const schema = { type: 'object' } as const;
  const asks: VoiceEvent = { type: 'question', questionId: 'q', callId: 'c', message: 'Which size?', schema };
  expect(linesOf(asks)).toEqual([{ who: 'Tool', text: 'Which size?', question: { id: 'q', callId: 'c', schema } }]);
  const ended: VoiceEvent = { type: 'tool_result', callId: 'c', response: { ok: true, data: 1 } };
  expect(linesOf(asks, ended)).toEqual([{ who: 'Tool', text: 'Which size?' }]);
});
