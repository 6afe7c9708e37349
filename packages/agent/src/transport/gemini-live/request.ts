import type { Json, JsonObject, ResultScheduling } from '@helve/core';
import type { ProviderCall, Setup, Spoken, StepSetup, UserInput } from '../../contract/transport.js';
import { toResponse } from '../gemini/result.js';
import type { SentResult, TransportLoss } from '../protocol.js';
import { toFields, toList, toText } from '../read-field.js';

/** The way in which an earlier conversation is told: as content before the first input, or as a part of the instructions. */
export type HistoryForm = 'client-content' | 'instructions';

/** Settings of every connection, unless the application has its own: all that a long, spoken conversation needs. */
const defaults: JsonObject = Object.freeze({
  inputAudioTranscription: {},
  outputAudioTranscription: {},
  contextWindowCompression: { slidingWindow: {} },
});

/** Builds the configuration of a connection. A handle continues an earlier one; requesting handles costs nothing. */
export function toConfig(setup: Setup, config: JsonObject, form: HistoryForm): JsonObject {
  const past = toPast(setup);
  const instructions = form === 'instructions' ? withPast(setup.instructions, past) : setup.instructions;
  return {
    ...structuredClone(defaults),
    ...config,
    ...(instructions === '' ? {} : { systemInstruction: instructions }),
    ...(offered(setup).length === 0 ? {} : { tools: toTools(setup) }),
    ...(form === 'client-content' && past.length > 0 ? { historyConfig: { initialHistoryInClientContent: true } } : {}),
    sessionResumption: setup.resumeHandle === undefined ? {} : { handle: setup.resumeHandle },
  };
}

/** Settings of a connection whose client says when the person speaks. */
export const pushToTalk: JsonObject = Object.freeze({
  realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
});

/** True when the settings of a connection leave it to the client to say when the person speaks. */
export function isPushToTalk(config: JsonObject): boolean {
  const { automaticActivityDetection: detection } = toFields(config['realtimeInputConfig']);
  return toFields(detection)['disabled'] === true;
}

/** Builds the messages of one input, in the order in which they are sent. */
export function toRealtimeInputs(input: UserInput): readonly JsonObject[] {
  const { text, audio, mimeType = 'audio/pcm;rate=16000', media = [], activity } = input;
  return [
    ...(activity === 'start' ? [{ activityStart: {} }] : []),
    ...media.map(({ $media, base64: data }) => ({ video: { data, mimeType: $media } })),
    ...(audio === undefined ? [] : [{ audio: { data: audio, mimeType } }]),
    ...(activity === 'end' || activity === 'cancel' ? [{ activityEnd: {} }] : []),
    ...(text === undefined ? [] : [{ text }]),
  ];
}

/** Reports the part of an input that Live sessions cannot take. */
export function inputLosses({ activity }: UserInput, isDetected: boolean): readonly TransportLoss[] {
  if (activity === undefined) return [];
  if (isDetected) {
    const note = 'this session hears by itself when the person speaks: create its transport with `pushToTalk: true`';
    return [{ what: 'activity', note }];
  }
  if (activity !== 'cancel') return [];
  return [{ what: 'activity', note: 'Gemini Live cannot take back what it has heard: the utterance ends' }];
}

/** Builds a change of a connected session's tools and instructions. */
export function toContextUpdate(setup: StepSetup & Partial<Setup>): JsonObject {
  const instructions = withPast(setup.instructions ?? '', toPast(setup));
  return {
    ...(instructions === '' ? {} : { systemInstruction: instructions }),
    tools: { tools: toTools(setup) },
  };
}

/** Returns an earlier conversation as it was spoken. */
export function toPast({ history = [], transcript = [] }: Partial<Setup>): readonly Spoken[] {
  return history.length === 0 ? transcript : history.flatMap(toSpoken);
}

/** Builds the content that tells an earlier conversation before the first input. */
export function toTurns(past: readonly Spoken[]): JsonObject {
  return { turns: past.map(({ role, text }) => ({ role, parts: [{ text }] })), turnComplete: true };
}

/** Reports that Live sessions leave the choice to the model; one can only offer no tools. */
export function choiceLosses({ toolChoice, tools }: StepSetup): readonly TransportLoss[] {
  if (tools.length === 0 || toolChoice === 'auto' || toolChoice === 'none') return [];
  return [{ what: 'toolChoice', note: 'Gemini Live cannot force a tool call: the model may choose' }];
}

/** Builds the answer to a call; `SILENT` lets the model hear it without speaking. */
export function toFunctionResponse({ call, text, scheduling }: SentResult): JsonObject {
  return {
    id: call.id,
    name: call.name,
    response: toResponse(text),
    ...(scheduling === undefined ? {} : { scheduling: schedules[scheduling] }),
  };
}

/** Builds a word to the person from a call that goes on. */
export function toProgressResponse({ id, name }: Pick<ProviderCall, 'id' | 'name'>, text: string): JsonObject {
  const response = { output: { status: 'running', tell_the_user: text } };
  return { id, name, response, willContinue: true, scheduling: schedules.when_idle };
}

const schedules: Readonly<Record<ResultScheduling, string>> = Object.freeze({
  interrupt: 'INTERRUPT',
  when_idle: 'WHEN_IDLE',
  silent: 'SILENT',
});

function toTools(setup: StepSetup): JsonObject[] {
  const { background = [] } = setup;
  const declarations = offered(setup).map((tool) =>
    // The SDK changes the objects it is given.
    structuredClone(background.includes(toText(tool['name'])) ? { ...tool, behavior: 'NON_BLOCKING' } : tool),
  );
  return declarations.length === 0 ? [] : [{ functionDeclarations: declarations }];
}

function offered({ tools, toolChoice }: StepSetup): readonly JsonObject[] {
  return toolChoice === 'none' ? [] : tools;
}

function withPast(instructions: string, past: readonly Spoken[]): string {
  if (past.length === 0) return instructions;
  const lines = past.map(({ role, text }) => `${role}: ${text}`);
  return [...(instructions === '' ? [] : [instructions]), '# Conversation so far', lines.join('\n')].join('\n\n');
}

function toSpoken(content: Json): readonly Spoken[] {
  const { role, parts } = toFields(content);
  const text = toList(parts).map((part) => toText(toFields(part)['text']));
  return text.join('') === '' ? [] : [{ role: role === 'model' ? 'model' : 'user', text: text.join('') }];
}
