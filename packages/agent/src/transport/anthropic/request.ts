import type { Json } from '@helve/core';
import type { StepSetup, ToolChoice, UserInput } from '../../contract/transport.js';
import { lossless, type Lossy, type ProviderRequest } from '../protocol.js';
import { requestTools } from '../request-tools.js';

/** Adds instructions, tools and choice. */
export function withSetup(
  request: ProviderRequest,
  { instructions = '', tools, toolChoice }: StepSetup & { readonly instructions?: string },
): Lossy<ProviderRequest> {
  return lossless({
    ...request,
    ...(instructions === '' ? {} : { system: instructions }),
    ...(tools.length === 0
      ? {}
      : { tools: [...requestTools(request), ...tools], tool_choice: toToolChoice(toolChoice) }),
  });
}

/** Adds messages at the end. */
export function withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest {
  const messages = request['messages'];
  return { ...request, messages: [...(Array.isArray(messages) ? (messages as readonly Json[]) : []), ...items] };
}

/** Converts user input to a message. */
export function userItems({ text, audio }: UserInput): Lossy<readonly Json[]> {
  const value = text === undefined ? [] : [{ role: 'user', content: text }];
  if (audio === undefined) return lossless(value);
  return { value, losses: [{ what: 'audio', note: 'Anthropic accepts text only: the audio was not sent' }] };
}

function toToolChoice(choice: ToolChoice): Json {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name };
  return { type: choice === 'required' ? 'any' : choice };
}
