import type { Json } from '@helve/core';
import type { MediaContent } from '../../media.js';
import type { Lossy, SentResult } from '../../protocol.js';
import { asJson, toFields } from '../../read-field.js';
import { mediaLosses } from '../../sent-result.js';

/** Converts results to one item for each call, by `call_id`; calls that a program made keep their caller. */
export function resultItems(results: readonly SentResult[]): Lossy<readonly Json[]> {
  return { value: results.map(toItem), losses: mediaLosses(results, takes, 'the Responses API') };
}

function toItem(result: SentResult): Json {
  const { type, caller } = toFields(result.call.raw);
  return {
    type: type === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output',
    call_id: result.call.id,
    output: toOutput(result),
    ...(caller === undefined ? {} : { caller: asJson(caller) }),
  };
}

function toOutput({ text, media }: SentResult): Json {
  const parts = media.filter(({ $media }) => takes($media)).map(toPart);
  return parts.length === 0 ? text : [{ type: 'input_text', text }, ...parts];
}

/** Converts an image or a file to a part of a message. */
export function toPart({ $media: mimeType, base64 }: MediaContent): Json {
  const url = `data:${mimeType};base64,${base64}`;
  if (mimeType.startsWith('image/')) return { type: 'input_image', detail: 'auto', image_url: url };
  return { type: 'input_file', filename: 'document.pdf', file_data: url };
}

export function takes(mimeType: string): boolean {
  return mimeType.startsWith('image/') || mimeType === 'application/pdf';
}
