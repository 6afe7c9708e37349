import type { StepContext } from '@helve/flow';

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

/** Where a run keeps the recogniser of this machine. */
export const localRecognizerUri = 'recognizer:local';

/** The recogniser of this machine, if the run has one. */
export function localRecognizer({ resources }: Pick<StepContext, 'resources'>): Recognizer | undefined {
  const resource = resources.get(localRecognizerUri);
  return isRecognizer(resource) ? resource : undefined;
}

function isRecognizer(value: unknown): value is Recognizer {
  return typeof value === 'object' && value !== null && 'recognize' in value && typeof value.recognize === 'function';
}
