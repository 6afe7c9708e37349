/** How ai-translate works. */
export interface TranslateConfig {
  readonly provider: string;
  readonly model?: string;
  readonly credential?: string;
  readonly instruction: string;
  readonly batching: 'auto' | 'single';
  readonly maxBlocks: number;
  readonly maxOutputTokens: number;
  readonly parallelBatches: number;
  readonly skipMatched: boolean;
  readonly context: 'none' | 'key' | 'neighbours';
  readonly neighbours: number;
  readonly useTerms: boolean;
  readonly useEntities: boolean;
  readonly useTm: boolean;
}
