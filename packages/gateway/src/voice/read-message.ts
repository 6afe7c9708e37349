import { isPlainObject } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { VoiceStart } from '../port/voices.js';

/** Message of a client: one JSON object. */
export type VoiceMessage =
  | ({ readonly type: 'start' } & VoiceStart)
  /** PCM as Base64. */
  | { readonly type: 'audio'; readonly data: string; readonly mimeType?: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'text'; readonly text: string }
  /** The state of a button that is held to speak. */
  | { readonly type: 'talk'; readonly state: 'start' | 'end' | 'cancel' }
  | { readonly type: 'played'; readonly playedMs: number; readonly itemId?: string }
  | { readonly type: 'interrupt' }
  /** Answers a question of a running tool; without content, the person does not want to. */
  | { readonly type: 'answer'; readonly question: string; readonly content?: unknown }
  /** Continues after an approval was decided. */
  | { readonly type: 'confirm'; readonly approval: string }
  | { readonly type: 'end' };

interface Member {
  readonly wanted: string;
  readonly holds: (value: unknown) => boolean;
  readonly optional?: true;
}

const filled: Member = { wanted: 'a text', holds: (value) => typeof value === 'string' && value.trim() !== '' };
const base64: Member = {
  wanted: 'Base64',
  holds: (value) => typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value),
};
const imageType: Member = {
  wanted: 'the type of an image, such as image/jpeg',
  holds: matches(/^image\/[\w.+-]{1,64}$/),
};
const audioType: Member = {
  wanted: 'a type such as audio/pcm;rate=16000',
  holds: matches(/^audio\/[\w.+;=\s-]{1,100}$/),
};
const states = ['start', 'end', 'cancel'];

/** Every message with its members: what is not listed is refused. */
const messages: Readonly<Record<VoiceMessage['type'], Readonly<Record<string, Member>>>> = Object.freeze({
  start: {
    model: optional(filled),
    session: optional(filled),
    pushToTalk: optional({ wanted: 'true or false', holds: (value) => typeof value === 'boolean' }),
  },
  audio: { data: base64, mimeType: optional(audioType) },
  image: { data: base64, mimeType: imageType },
  text: { text: filled },
  talk: { state: { wanted: `one of ${states.join(', ')}`, holds: (value) => states.some((state) => state === value) } },
  played: {
    playedMs: { wanted: 'milliseconds', holds: (value) => Number.isFinite(value) && Number(value) >= 0 },
    itemId: optional(filled),
  },
  interrupt: {},
  answer: { question: filled, content: optional({ wanted: 'a value', holds: () => true }) },
  confirm: { approval: filled },
  end: {},
});

/** Reads one message; throws with what is wrong with it. */
export function readMessage(text: string): VoiceMessage {
  const value = parse(text);
  if (!isPlainObject(value)) throw invalid('it is not a JSON object');
  const { type, ...rest } = value;
  const members =
    typeof type === 'string' && Object.hasOwn(messages, type) ? messages[type as VoiceMessage['type']] : undefined;
  if (members === undefined) throw invalid(`"type" is none of ${Object.keys(messages).join(', ')}`);
  for (const name of Object.keys(rest)) {
    if (!Object.hasOwn(members, name)) throw invalid(`"${String(type)}" has no member "${name.slice(0, 40)}"`);
  }
  for (const [name, { wanted, holds, optional: isOptional }] of Object.entries(members)) {
    if (isOptional === true && rest[name] === undefined) continue;
    if (!holds(rest[name])) throw invalid(`"${name}" of "${String(type)}" is not ${wanted}`);
  }
  return value as unknown as VoiceMessage;
}

export function invalid(problem: string): Error {
  return gatewayErrors.create('GATEWAY_VOICE_MESSAGE_INVALID', { problem });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('it is not JSON');
  }
}

function optional(member: Member): Member {
  return { ...member, optional: true };
}

function matches(pattern: RegExp): Member['holds'] {
  return (value) => typeof value === 'string' && pattern.test(value);
}
