import type { Json } from '@helve/core';
import type { StepSetup, ToolChoice, UserInput } from '../../contract/transport.js';
import { lossless, type Lossy, type ProviderRequest } from '../protocol.js';
import { requestTools } from '../request-tools.js';
import { toUserMedia } from '../user-media.js';
import { takes, toMediaBlock } from './result.js';
import { toTools } from './tools.js';

/** Adds instructions, tools and choice. */
export function withSetup(
  request: ProviderRequest,
  { instructions = '', tools, toolChoice, ...uses }: StepSetup & { readonly instructions?: string },
): Lossy<ProviderRequest> {
  return lossless({
    ...request,
    ...(instructions === '' ? {} : { system: instructions }),
    ...(tools.length === 0
      ? {}
      : {
          tools: toTools(tools, uses, requestTools(request)),
          tool_choice: toToolChoice(toolChoice, uses.parallelCalls),
        }),
  });
}

/** Adds messages at the end. */
export function withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest {
  const messages = request['messages'];
  return { ...request, messages: [...(Array.isArray(messages) ? (messages as readonly Json[]) : []), ...items] };
}

/** Converts user input to a message. */
export function userItems(input: UserInput): Lossy<readonly Json[]> {
  const { text, audio } = input;
  const { media, losses } = toUserMedia(input, takes, 'Anthropic');
  const blocks = [...media.map(toMediaBlock), ...(text === undefined ? [] : [{ type: 'text', text }])];
  const content: Json = media.length === 0 ? (text ?? '') : blocks;
  const value = blocks.length === 0 ? [] : [{ role: 'user', content }];
  if (audio === undefined) return { value, losses };
  const lost = { what: 'audio', note: 'Anthropic accepts no sound: the audio was not sent' };
  return { value, losses: [...losses, lost] };
}

function toToolChoice(choice: ToolChoice, parallelCalls = true): Json {
  if (choice === 'none') return { type: choice };
  const oneAtATime = parallelCalls ? {} : { disable_parallel_tool_use: true };
  if (typeof choice === 'object') return { type: 'tool', name: choice.name, ...oneAtATime };
  return { type: choice === 'required' ? 'any' : choice, ...oneAtATime };
}
