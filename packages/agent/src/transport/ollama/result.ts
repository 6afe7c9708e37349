import type { Json } from '@helve/core';
import type { Lossy, SentResult } from '../protocol.js';
import { mediaLosses } from '../sent-result.js';

/** Converts results to one message for each call, in order, by which alone Ollama tells them apart. */
export function resultItems(results: readonly SentResult[]): Lossy<readonly Json[]> {
  return { value: results.map(toMessage), losses: mediaLosses(results, isImage, 'Ollama') };
}

function toMessage({ call, text, media }: SentResult): Json {
  const images = media.filter(({ $media }) => isImage($media)).map(({ base64 }) => base64);
  return { role: 'tool', content: text, tool_name: call.name, ...(images.length === 0 ? {} : { images }) };
}

/** True for the only media that Ollama takes. */
export function isImage(mimeType: string): boolean {
  return mimeType.startsWith('image/');
}
