import type { Block, LocaleId } from './block.js';
import type { Overlay } from './overlay.js';
import type { Payload } from './payload.js';

export type LineBreak = 'lf' | 'crlf' | 'cr' | 'mixed';

/** A document, or a document inside another: then `parentId` and `format` are both set. */
export interface Layer {
  readonly id: string;
  readonly name: string;
  readonly format?: string;
  readonly locale: LocaleId;
  encoding: string;
  readonly mimeType: string;
  lineBreak: LineBreak;
  bom: boolean;
  readonly multilingual: boolean;
  readonly parentId?: string;
  properties: Record<string, string>;
  overlays: Overlay[];
  annotations: Record<string, Payload>;
}

/** A stretch of parts that belong together: a table, a list, a section. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  properties: Record<string, string>;
}

/** Structure that is not translated. */
export interface Data {
  readonly id: string;
  readonly name: string;
  readonly skeleton?: string;
  properties: Record<string, string>;
  readonly referent: boolean;
}

/** An image, a sound, a film. Its bytes are found by `blobKey`, else `uri`, else in `data` (base64). */
export interface Media {
  readonly id: string;
  readonly mimeType: string;
  readonly blobKey?: string;
  readonly uri?: string;
  data?: string;
  readonly filename?: string;
  altText?: string;
  readonly size: number;
  properties: Record<string, string>;
}

/** Bytes that can be read again from the start. */
export interface ByteSource {
  readonly size?: number;
  /** The bytes from `start` to before `end`; all of them without arguments. */
  stream(start?: number, end?: number): AsyncIterable<Uint8Array>;
  /** All bytes at once. */
  bytes(): Promise<Uint8Array>;
}

/** A document that has not been read yet. `open` is left out when it is written as JSON. */
export interface RawDocument {
  readonly uri: string;
  readonly encoding?: string;
  readonly sourceLocale: LocaleId;
  readonly targetLocale?: LocaleId;
  readonly mimeType?: string;
  readonly formatId?: string;
  open(): ByteSource;
}

/** One item of the stream that flows through steps. */
export type Part =
  | { readonly kind: 'layer-start'; readonly layer: Layer }
  | { readonly kind: 'layer-end'; readonly id: string }
  | { readonly kind: 'group-start'; readonly group: Group }
  | { readonly kind: 'group-end'; readonly id: string }
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'data'; readonly data: Data }
  | { readonly kind: 'media'; readonly media: Media }
  | { readonly kind: 'raw-document'; readonly document: RawDocument }
  | { readonly kind: 'custom'; readonly type: string; readonly value: Payload };
