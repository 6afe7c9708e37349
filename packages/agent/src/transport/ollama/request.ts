import type { Json } from '@helve/core';
import type { StepSetup, ToolChoice, UserInput } from '../../contract/transport.js';
import { type Lossy, type ProviderRequest, type TransportLoss } from '../protocol.js';
import { requestTools } from '../request-tools.js';
import { toUserMedia } from '../user-media.js';
import { isImage } from './result.js';

/** Adds instructions and tools. Ollama has no tool choice: `none` leaves the tools out. */
export function withSetup(
  request: ProviderRequest,
  { instructions = '', tools, toolChoice }: StepSetup & { readonly instructions?: string },
): Lossy<ProviderRequest> {
  const system = instructions === '' ? [] : [{ role: 'system', content: instructions }];
  const declared = tools.length === 0 || toolChoice === 'none' ? {} : { tools: [...requestTools(request), ...tools] };
  return {
    value: { ...request, messages: [...system, ...toMessages(request)], ...declared },
    losses: tools.length === 0 ? [] : choiceLosses(toolChoice),
  };
}

/** Adds messages at the end. */
export function withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest {
  return { ...request, messages: [...toMessages(request), ...items] };
}

/** Converts user input to a message. */
export function userItems(input: UserInput): Lossy<readonly Json[]> {
  const { text, audio } = input;
  const { media, losses } = toUserMedia(input, isImage, 'Ollama');
  const images = media.length === 0 ? {} : { images: media.map(({ base64 }) => base64) };
  const isEmpty = text === undefined && media.length === 0;
  const value = isEmpty ? [] : [{ role: 'user', content: text ?? '', ...images }];
  if (audio === undefined) return { value, losses };
  const lost = { what: 'audio', note: 'Ollama accepts no sound: the audio was not sent' };
  return { value, losses: [...losses, lost] };
}

function choiceLosses(choice: ToolChoice): readonly TransportLoss[] {
  if (choice === 'auto' || choice === 'none') return [];
  const requested = choice === 'required' ? 'some tool' : `the tool "${choice.name}"`;
  return [{ what: 'toolChoice', note: `Ollama cannot force a call of ${requested}: the model may choose` }];
}

function toMessages(request: ProviderRequest): readonly Json[] {
  const messages = request['messages'];
  return Array.isArray(messages) ? (messages as readonly Json[]) : [];
}
