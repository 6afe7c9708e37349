import { isPlainObject, type Json } from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { CallerAnswer } from '../session/caller/caller-answer.js';
import type { MediaContent } from '../transport/media.js';
import { toFields, toList, toText, type Fields } from '../transport/read-field.js';

/** What a person did last in a chat interface. */
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
  const last = toFields(toList(messages).at(-1));
  const parts = toList(last['parts']).map(toFields);
  if (parts.length === 0) {
    throw agentErrors.create('AGENT_OPTIONS_INVALID', {
      action: 'read the messages of a chat',
      problem: 'the last message has no `parts`',
    });
  }
  if (last['role'] === 'user') {
    const text = parts.filter(({ type }) => type === 'text').map((part) => toText(part['text']));
    return { text: text.join('\n'), media: parts.flatMap(readFile), answers: [], decisions: [] };
  }
  return { text: '', media: [], answers: parts.flatMap(readAnswer), decisions: parts.flatMap(readDecision) };
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
