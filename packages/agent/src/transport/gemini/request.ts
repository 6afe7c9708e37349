import type { Json, JsonObject } from '@helve/core';
import type { StepSetup, ToolChoice, UserInput } from '../../contract/transport.js';
import { lossless, type Lossy, type ProviderRequest } from '../protocol.js';
import { isFields } from '../read-field.js';
import { requestTools } from '../request-tools.js';

/** Mode in which functions are called. */
export interface CallingMode {
  readonly strict: boolean;
  readonly isVertex: boolean;
}

/** Adds instructions, tools and choice to the configuration of a request. */
export function withSetup(
  request: ProviderRequest,
  { instructions = '', tools, toolChoice }: StepSetup & { readonly instructions?: string },
  mode: CallingMode,
): Lossy<ProviderRequest> {
  const declared = tools.length === 0 ? {} : declare(toConfig(request), tools, toolChoice, mode);
  const config = {
    ...toConfig(request),
    ...(instructions === '' ? {} : { systemInstruction: instructions }),
    ...declared,
  };
  return lossless({ ...request, config });
}

/** Adds contents at the end. */
export function withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest {
  return { ...request, contents: [...toContents(request), ...items] };
}

/** Converts user input to a content; audio and media are sent unchanged. */
export function userItems({ text, audio, mimeType = 'audio/pcm', media = [] }: UserInput): Lossy<readonly Json[]> {
  const parts: Json[] = [];
  if (text !== undefined) parts.push({ text });
  if (audio !== undefined) parts.push({ inlineData: { mimeType, data: audio } });
  parts.push(...media.map(({ $media, base64 }) => ({ inlineData: { mimeType: $media, data: base64 } })));
  return lossless(parts.length === 0 ? [] : [{ role: 'user', parts }]);
}

function declare(
  config: JsonObject,
  tools: readonly JsonObject[],
  choice: ToolChoice,
  { strict, isVertex }: CallingMode,
): JsonObject {
  const own = requestTools(config);
  // Beside functions, tools of Google run only where their calls stand in the conversation.
  const shown = own.length === 0 || isVertex ? {} : { includeServerSideToolInvocations: true };
  return {
    tools: [...own, { functionDeclarations: tools }],
    toolConfig: {
      ...shown,
      ...toObject(config['toolConfig']),
      functionCallingConfig: toCallingConfig(choice, strict),
    },
  };
}

function toCallingConfig(choice: ToolChoice, strict: boolean): JsonObject {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  if (choice === 'auto') return { mode: strict ? 'VALIDATED' : 'AUTO' };
  return { mode: choice === 'none' ? 'NONE' : 'ANY' };
}

function toConfig(request: ProviderRequest): JsonObject {
  return toObject(request['config']);
}

function toObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the contents of a request, which may be a text, one content or many. */
function toContents(request: ProviderRequest): readonly Json[] {
  const contents = request['contents'];
  if (typeof contents === 'string') return [{ role: 'user', parts: [{ text: contents }] }];
  if (Array.isArray(contents)) return contents as readonly Json[];
  return isObject(contents) ? [contents] : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return isFields(value);
}
