import type { Json } from '@helve/core';
import type { StepSetup, ToolChoice, UserInput } from '../../../contract/transport.js';
import { lossless, type Lossy, type ProviderRequest } from '../../protocol.js';
import { requestTools } from '../../request-tools.js';
import { toUserMedia } from '../../user-media.js';

/** Adds instructions, tools and choice. */
export function withSetup(
  request: ProviderRequest,
  { instructions = '', tools, toolChoice, parallelCalls }: StepSetup & { readonly instructions?: string },
): Lossy<ProviderRequest> {
  const system = instructions === '' ? [] : [{ role: 'system', content: instructions }];
  const choice =
    tools.length === 0
      ? {}
      : {
          tools: [...requestTools(request), ...tools],
          tool_choice: toToolChoice(toolChoice),
          ...(parallelCalls === undefined ? {} : { parallel_tool_calls: parallelCalls }),
        };
  return lossless({ ...request, messages: [...system, ...toMessages(request)], ...choice });
}

/** Adds messages at the end. */
export function withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest {
  return { ...request, messages: [...toMessages(request), ...items] };
}

/** Converts user input to a message. */
export function userItems(input: UserInput): Lossy<readonly Json[]> {
  const { text, audio } = input;
  const { media, losses } = toUserMedia(input, (mimeType) => mimeType.startsWith('image/'), 'Chat Completions');
  const images = media.map(({ $media, base64 }) => ({
    type: 'image_url',
    image_url: { url: `data:${$media};base64,${base64}` },
  }));
  const parts: readonly Json[] = [...(text === undefined ? [] : [{ type: 'text', text }]), ...images];
  const content: Json = media.length === 0 ? (text ?? '') : parts;
  const value = parts.length === 0 ? [] : [{ role: 'user', content }];
  if (audio === undefined) return { value, losses };
  const lost = { what: 'audio', note: 'Chat Completions accept no sound: the audio was not sent' };
  return { value, losses: [...losses, lost] };
}

function toToolChoice(choice: ToolChoice): Json {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

function toMessages(request: ProviderRequest): readonly Json[] {
  const messages = request['messages'];
  return Array.isArray(messages) ? (messages as readonly Json[]) : [];
}
