import type { ModelChoice } from './ask-model.js';

/** Config shared by all tools that use a model. */
export interface AiConfig extends ModelChoice {
  readonly instruction: string;
  readonly batching: 'auto' | 'single';
  readonly maxBlocks: number;
  readonly maxOutputTokens: number;
  readonly parallelBatches: number;
}

/** Picks the model choice from a config. */
export function toModelChoice({ provider, model, credential }: ModelChoice): ModelChoice {
  return {
    provider,
    ...(model === undefined ? {} : { model }),
    ...(credential === undefined ? {} : { credential }),
  };
}
