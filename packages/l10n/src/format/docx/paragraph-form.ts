import { isPlainObject, type Json } from '@helve/core';
import type { SkeletonValue } from '@helve/flow/content';
import type { ParagraphContent } from './paragraph-content.js';

/** Notation of a text in an attribute: its old spelling. */
export type AttributeForm = { readonly attribute: string };

/** Text of a text box or a picture that stands in the XML of a paragraph. */
export interface HostedText {
  readonly id: string;
  /** Digest of its content. */
  readonly digest: string;
  /** Places in the XML of its host, each with its own notation. */
  readonly places: readonly {
    readonly start: number;
    readonly end: number;
    readonly form: ParagraphForm | AttributeForm;
  }[];
}

/** A piece of a paragraph that holds text boxes. */
export interface TextHost {
  readonly raw: string;
  readonly texts: readonly HostedText[];
}

/** Notation of a paragraph. */
export interface ParagraphForm extends Omit<ParagraphContent, 'runs'> {
  readonly prefix: string;
  /** XML of its properties, before everything else. */
  readonly properties: string;
  readonly raw: string;
  /** True when it has tracked changes, which a changed one loses. */
  readonly revised: boolean;
  /** True when a tracked change joins it with the next. */
  readonly joined: boolean;
  readonly hosts: readonly TextHost[];
}

/** Encodes the notation of a paragraph for the skeleton. */
export function toParagraphForm(form: ParagraphForm | AttributeForm): Json {
  return form as unknown as Json;
}

/** Decodes the notation of a paragraph or an attribute; undefined for a text without formats. */
export function fromParagraphForm({ form }: SkeletonValue): ParagraphForm | AttributeForm | undefined {
  // Only the reader of this folder appends entries to a skeleton of this format.
  return isPlainObject(form) ? (form as unknown as ParagraphForm | AttributeForm) : undefined;
}
