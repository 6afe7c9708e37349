/** Something that was recognised: the text, and which occurrence of it, from 1. */
export interface FoundEntity {
  readonly text: string;
  readonly occurrence: number;
  /** One of the kinds of entities, or another word for one. */
  readonly type: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Recognises entities in texts, each list in the order of the texts. */
export interface Recognizer {
  recognize(
    texts: readonly string[],
    options: { readonly locale: string; readonly types: readonly string[]; readonly signal: AbortSignal },
  ): Promise<readonly (readonly FoundEntity[])[]>;
}
