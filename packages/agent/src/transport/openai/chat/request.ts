import type { Json } from '@helve/core';
import type { StepSetup, ToolChoice, UserInput } from '../../../contract/transport.js';
import { lossless, type Lossy, type ProviderRequest } from '../../protocol.js';
import { requestTools } from '../../request-tools.js';

/** Adds instructions, tools and choice. */
export function withSetup(
  request: ProviderRequest,
  { instructions = '', tools, toolChoice }: StepSetup & { readonly instructions?: string },
): Lossy<ProviderRequest> {
  const system = instructions === '' ? [] : [{ role: 'system', content: instructions }];
  const choice =
    tools.length === 0 ? {} : { tools: [...requestTools(request), ...tools], tool_choice: toToolChoice(toolChoice) };
  return lossless({ ...request, messages: [...system, ...toMessages(request)], ...choice });
}

/** Adds messages at the end. */
export function withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest {
  return { ...request, messages: [...toMessages(request), ...items] };
}

/** Converts user input to a message. */
export function userItems({ text, audio }: UserInput): Lossy<readonly Json[]> {
  const value = text === undefined ? [] : [{ role: 'user', content: text }];
  if (audio === undefined) return lossless(value);
  return { value, losses: [{ what: 'audio', note: 'Chat Completions accept text only: the audio was not sent' }] };
}

function toToolChoice(choice: ToolChoice): Json {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

function toMessages(request: ProviderRequest): readonly Json[] {
  const messages = request['messages'];
  return Array.isArray(messages) ? (messages as readonly Json[]) : [];
}
