import type { AiConfig } from '../../model/ai-config.js';
import type { Redo } from '../../tool-kit/redo.js';

/** Settings of ai-translate. */
export interface TranslateConfig extends AiConfig {
  readonly skipMatched: boolean;
  readonly redo: readonly Redo[];
  readonly context: 'none' | 'key' | 'neighbours';
  readonly neighbours: number;
  readonly useTerms: boolean;
  readonly useEntities: boolean;
  readonly useTm: boolean;
}
