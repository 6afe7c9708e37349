import type { Json } from '@helve/core';
import type { StepSetup, UserInput } from '../../../contract/transport.js';
import { lossless, type Lossy, type ProviderRequest } from '../../protocol.js';
import { requestTools } from '../../request-tools.js';
import { toUserMedia } from '../../user-media.js';
import { takes, toPart } from './result.js';
import { freeformOf, toToolChoice, toTools } from './tools.js';

/** Adds instructions, tools and choice. */
export function withSetup(
  request: ProviderRequest,
  { instructions = '', tools, toolChoice, ...uses }: StepSetup & { readonly instructions?: string },
): Lossy<ProviderRequest> {
  return lossless({
    ...request,
    ...(instructions === '' ? {} : { instructions }),
    ...(tools.length === 0
      ? {}
      : {
          tools: toTools(tools, uses, requestTools(request)),
          tool_choice: toToolChoice(toolChoice, freeformOf(tools, uses)),
          ...(uses.parallelCalls === undefined ? {} : { parallel_tool_calls: uses.parallelCalls }),
        }),
  });
}

/** Adds items at the end of the input. */
export function withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest {
  return { ...request, input: [...toInput(request), ...items] };
}

/** Converts user input to an item. */
export function userItems(input: UserInput): Lossy<readonly Json[]> {
  const { text, audio } = input;
  const { media, losses } = toUserMedia(input, takes, 'the Responses API');
  const parts = [...(text === undefined ? [] : [{ type: 'input_text', text }]), ...media.map(toPart)];
  const content: Json = media.length === 0 ? (text ?? '') : parts;
  const value = parts.length === 0 ? [] : [{ role: 'user', content }];
  if (audio === undefined) return { value, losses };
  const lost = { what: 'audio', note: 'the Responses API accepts no sound: the audio was not sent' };
  return { value, losses: [...losses, lost] };
}

/** Decides where the history is kept: here, nothing is stored at OpenAI, and reasoning travels with every request. */
export function withMemory(request: ProviderRequest, conversationId: string | undefined): ProviderRequest {
  if (conversationId !== undefined) return { conversation: conversationId, ...request };
  if ('conversation' in request || 'previous_response_id' in request) return request;
  return { store: false, include: ['reasoning.encrypted_content'], ...request };
}

/** Returns the input of a request, which may be a plain text. */
function toInput(request: ProviderRequest): readonly Json[] {
  const input = request['input'];
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return Array.isArray(input) ? (input as readonly Json[]) : [];
}
