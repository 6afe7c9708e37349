import { isPlainObject, type Json } from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { CallerAnswer, WaitingCall } from '../session/caller/caller-answer.js';
import type { MediaContent } from '../transport/media.js';
import { toFields, toList, toText, type Fields } from '../transport/read-field.js';

/** Last action of a person in a chat interface. */
export interface UiInput {
  readonly text: string;
  readonly media: readonly MediaContent[];
  /** Outputs of tools, those of the caller among them. */
  readonly answers: readonly CallerAnswer[];
  readonly decisions: readonly UiDecision[];
}

/** A person's word on a call that waits for them. */
export interface UiDecision {
  readonly callId: string;
  readonly token: string;
  readonly approved: boolean;
}

/** Reads the last message of a chat interface; earlier ones are with the session already. */
export function readUiMessages(messages: unknown): UiInput {
  if (!Array.isArray(messages)) throw invalid('`messages` is no list');
  const { role, parts: given } = toFields(messages.at(-1));
  const parts = toList(given).map(toFields);
  if (parts.length === 0) throw invalid('the last message has no `parts`');
  if (role !== 'user') {
    return { text: '', media: [], answers: parts.flatMap(readAnswer), decisions: parts.flatMap(readDecision) };
  }
  const text = parts.flatMap((part) => (part['type'] === 'text' ? [toText(part['text'])] : [])).join('\n');
  const media = parts.flatMap(readFile);
  if (text.trim() === '' && media.length === 0) throw invalid('the last message has no text and no file with its data');
  return { text, media, answers: [], decisions: [] };
}

/**
 * Picks the outputs that a session waits for; those of the server's own tools stand beside them. Throws if the message
 * asks for nothing at all: a turn without input would be paid for nothing.
 */
export function pickUiAnswers(input: UiInput, waiting: readonly WaitingCall[]): readonly CallerAnswer[] {
  const { text, media, decisions } = input;
  const answers = input.answers.filter(({ callId }) => waiting.some((call) => call.callId === callId));
  const isEmpty = text === '' && media.length === 0 && decisions.length === 0 && answers.length === 0;
  if (isEmpty) throw agentErrors.create('AGENT_UI_NOTHING_WAITS', {});
  return answers;
}

function invalid(problem: string): Error {
  return agentErrors.create('AGENT_UI_MESSAGES_INVALID', { problem });
}

function readFile({ type, url, mediaType }: Fields): readonly MediaContent[] {
  const [, mimeType = '', base64 = ''] = /^data:([^;,]+);base64,(.*)$/s.exec(toText(url)) ?? [];
  return type === 'file' && base64 !== '' ? [{ $media: toText(mediaType) || mimeType, base64 }] : [];
}

function readAnswer(part: Fields): readonly CallerAnswer[] {
  const { toolCallId, state, output, errorText } = part;
  if (typeof toolCallId !== 'string') return [];
  // A browser has sent it as JSON.
  if (state === 'output-available') return [{ callId: toolCallId, output: (output ?? null) as Json }];
  return state === 'output-error' ? [{ callId: toolCallId, error: toText(errorText) }] : [];
}

function readDecision({ toolCallId, state, approval }: Fields): readonly UiDecision[] {
  if (typeof toolCallId !== 'string' || state !== 'approval-responded' || !isPlainObject(approval)) return [];
  return [{ callId: toolCallId, token: toText(approval['id']), approved: approval['approved'] === true }];
}
