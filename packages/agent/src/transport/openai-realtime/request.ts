import type { Json, JsonObject } from '@helve/core';
import type { Spoken, StepSetup, ToolChoice, UserInput } from '../../contract/transport.js';
import type { SentResult } from '../protocol.js';
import type { CutAudio } from '../playback-clock.js';
import { asJson, toFields, toList, toText } from '../read-field.js';

/** Builds the event that sets instructions, tools and choice of a session. */
export function sessionUpdate(session: JsonObject, setup: StepSetup & { readonly instructions?: string }): JsonObject {
  const { instructions = '', tools, toolChoice } = setup;
  return {
    type: 'session.update',
    session: {
      type: 'realtime',
      ...session,
      ...(instructions === '' ? {} : { instructions }),
      tools,
      tool_choice: toToolChoice(toolChoice),
    },
  };
}

/** Has the person's words written down, unless the application says how, or not at all. */
export function withTranscription(session: JsonObject): JsonObject {
  const audio = toFields(session['audio']);
  const input = { transcription: { model: 'gpt-4o-mini-transcribe' }, ...toFields(audio['input']) };
  return { ...session, audio: asJson({ ...audio, input }) };
}

/** Builds the event that adds an item to the conversation. */
export function itemCreate(item: Json): JsonObject {
  return { type: 'conversation.item.create', item };
}

/** Leaves it to the client to say when the person speaks. */
export function withPushToTalk(session: JsonObject): JsonObject {
  const audio = toFields(session['audio']);
  const input = { ...toFields(audio['input']), turn_detection: null };
  return { ...session, audio: asJson({ ...audio, input }) };
}

/** Converts written user input and pictures to an item. */
export function userItem({ text, media = [] }: UserInput): Json {
  const images = media.map(({ $media, base64 }) => ({
    type: 'input_image',
    image_url: `data:${$media};base64,${base64}`,
  }));
  const texts = text === undefined ? [] : [{ type: 'input_text', text }];
  return { type: 'message', role: 'user', content: [...images, ...texts] };
}

/** Replaces the pictures of an item by a note: a history with all of them would grow without bound. */
export function withoutImages(item: Json): Json {
  const { content, ...rest } = toFields(item);
  if (!toList(content).some(isImage)) return item;
  const note = { type: 'input_text', text: '[a picture that was shown earlier]' };
  return asJson({ ...rest, content: toList(content).map((part) => (isImage(part) ? note : part)) });
}

function isImage(part: unknown): boolean {
  return toFields(part)['type'] === 'input_image';
}

/** Converts a fact that nobody has said to an item. */
export function noteItem(text: string): Json {
  return { type: 'message', role: 'system', content: [{ type: 'input_text', text }] };
}

/** Converts an earlier utterance to an item. */
export function spokenItem({ role, text }: Spoken): Json {
  if (role === 'user') return userItem({ text });
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
}

/** Builds the request for a response; with a text, for one that tells the person just that. */
export function responseCreate(told: string | undefined): JsonObject {
  if (told === undefined) return { type: 'response.create' };
  const instructions = `Tell the person this, briefly and in your own words: ${JSON.stringify(told)}`;
  return { type: 'response.create', response: { instructions, tool_choice: 'none' } };
}

/** Builds the event that cuts audio which the person has not heard. */
export function truncate({ itemId, contentIndex, playedMs }: CutAudio): JsonObject {
  return { type: 'conversation.item.truncate', item_id: itemId, content_index: contentIndex, audio_end_ms: playedMs };
}

/** Cuts the text of an item to the share that the person has heard. */
export function cutItem(item: Json, heard: number): Json {
  const { content, ...rest } = toFields(item);
  const parts = toList(content).map((part) => {
    const { text, ...others } = toFields(part);
    const whole = toText(text);
    return { ...others, text: whole.slice(0, Math.floor(whole.length * heard)) };
  });
  return asJson({ ...rest, content: parts });
}

/** Converts the answer to a call to an item. */
export function resultItem({ call, text }: SentResult): Json {
  return { type: 'function_call_output', call_id: call.id, output: text };
}

/** Converts an item for creating it again: without the server's additions, and with transcripts in place of audio. */
export function replayable(value: unknown): readonly Json[] {
  const { object: _, status, content, ...item } = toFields(value);
  if (status !== undefined && status !== 'completed') return [];
  const parts = toList(content).flatMap((part) => textPart(item['role'], part));
  if (item['type'] === 'message') return parts.length === 0 ? [] : [asJson({ ...item, content: parts })];
  return item['type'] === 'function_call' ? [asJson(item)] : [];
}

function textPart(role: unknown, part: unknown): readonly Json[] {
  const { text, transcript } = toFields(part);
  const content = toText(text) || toText(transcript);
  return content === '' ? [] : [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: content }];
}

function toToolChoice(choice: ToolChoice): Json {
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.name };
}
