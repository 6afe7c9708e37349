import type { AiConfig } from '../../model/ai-config.js';

/** Settings of ai-translate. */
export interface TranslateConfig extends AiConfig {
  readonly skipMatched: boolean;
  readonly context: 'none' | 'key' | 'neighbours';
  readonly neighbours: number;
  readonly useTerms: boolean;
  readonly useEntities: boolean;
  readonly useTm: boolean;
}
