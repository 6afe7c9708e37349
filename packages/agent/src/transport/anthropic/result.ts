import type { Json } from '@helve/core';
import type { MediaContent } from '../media.js';
import type { Lossy, SentResult } from '../protocol.js';
import { mediaLosses } from '../sent-result.js';

const images: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Converts results to one user message that begins with all of them. */
export function resultItems(results: readonly SentResult[]): Lossy<readonly Json[]> {
  return {
    value: [{ role: 'user', content: results.map(toBlock) }],
    losses: mediaLosses(results, takes, 'Anthropic'),
  };
}

function toBlock(result: SentResult): Json {
  return {
    type: 'tool_result',
    tool_use_id: result.call.id,
    content: toContent(result),
    ...(result.ok ? {} : { is_error: true }),
  };
}

function toContent({ text, media }: SentResult): Json {
  const blocks = media.filter(({ $media }) => takes($media)).map(toMediaBlock);
  return blocks.length === 0 ? text : [{ type: 'text', text }, ...blocks];
}

/** Converts an image or a document to a content block. */
export function toMediaBlock({ $media: mimeType, base64 }: MediaContent): Json {
  const source = { type: 'base64', media_type: mimeType, data: base64 };
  return { type: images.includes(mimeType) ? 'image' : 'document', source };
}

export function takes(mimeType: string): boolean {
  return images.includes(mimeType) || mimeType === 'application/pdf';
}
