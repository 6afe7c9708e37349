import type { Json, JsonObject } from '@helve/core';
import type { StepSetup, ToolChoice, UserInput } from '../../contract/transport.js';
import type { SentResult } from '../protocol.js';
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

/** Builds the event that adds an item to the conversation. */
export function itemCreate(item: Json): JsonObject {
  return { type: 'conversation.item.create', item };
}

/** Converts written user input to an item. */
export function userItem({ text = '' }: UserInput): Json {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
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
