/** A recognized entity: its text, and the number of its occurrence, from 1. */
export interface FoundEntity {
  readonly text: string;
  readonly occurrence: number;
  /** Entity type, or a synonym. */
  readonly type: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Recognizes entities in texts; the lists are in the order of the texts. */
export interface Recognizer {
  recognize(
    texts: readonly string[],
    options: { readonly locale: string; readonly types: readonly string[]; readonly signal: AbortSignal },
  ): Promise<readonly (readonly FoundEntity[])[]>;
}
