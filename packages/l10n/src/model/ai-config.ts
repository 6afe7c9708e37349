import type { ModelChoice } from './ask-model.js';

/** What the parameters that all tools with a model share come to. */
export interface AiConfig extends ModelChoice {
  readonly instruction: string;
  readonly batching: 'auto' | 'single';
  readonly maxBlocks: number;
  readonly maxOutputTokens: number;
  readonly parallelBatches: number;
}

/** Who is asked, and nothing else of a config. */
export function choiceOf({ provider, model, credential }: ModelChoice): ModelChoice {
  return {
    provider,
    ...(model === undefined ? {} : { model }),
    ...(credential === undefined ? {} : { credential }),
  };
}
