import { isPlainObject, type ToolResponse } from '@helve/core';

/** An image, a sound or a file in the data of a result: plain JSON, so that it survives a process hop. */
export interface MediaContent {
  readonly $media: string;
  readonly base64: string;
}

/** Wraps bytes for the data of a result; each provider gets them in its own form. */
export function media(mimeType: string, bytes: Uint8Array): MediaContent {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return Object.freeze({ $media: mimeType, base64: btoa(binary) });
}

/** True for a value that `media` made, or a copy of one. */
function isMedia(value: unknown): value is MediaContent {
  return (
    isPlainObject(value) &&
    Object.keys(value).length === 2 &&
    typeof value['$media'] === 'string' &&
    typeof value['base64'] === 'string'
  );
}

/** Replaces the media of a response by notes, and returns the media in the order of the notes. */
export function takeMedia(response: ToolResponse): {
  readonly response: ToolResponse;
  readonly media: readonly MediaContent[];
} {
  const found: MediaContent[] = [];
  if (!response.ok) return { response, media: found };
  const data = withoutMedia(response.data, found);
  return { response: found.length === 0 ? response : { ...response, data }, media: found };
}

function withoutMedia(value: unknown, found: MediaContent[]): unknown {
  if (isMedia(value)) {
    found.push(value);
    return renderNote(value, found.length);
  }
  if (Array.isArray(value)) return value.map((item) => withoutMedia(item, found));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMedia(item, found)]));
}

function renderNote(value: MediaContent, number: number): string {
  return `[media ${number}: ${value.$media}, ${byteCount(value.base64)} bytes]`;
}

function byteCount(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return Math.max(0, (base64.length / 4) * 3 - padding);
}
