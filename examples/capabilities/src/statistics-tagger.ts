import { configJsonSchema, ToolCapability, type Config } from '@helve/worker';
import * as z from 'zod';
import { countWords, wordsOf } from './words.js';

const Settings = z.object({
  minLength: z.int().min(1).max(40).default(4).describe('Shorter words say too little'),
  ignore: z
    .array(z.string())
    .default(['about', 'after', 'again', 'been', 'from', 'have', 'into', 'than', 'that', 'their', 'them', 'then'])
    .describe('Words that come often in every text'),
});

/** Finds the tags of a text by statistics: its own words, the frequent and long ones first. It needs no rules. */
export class StatisticsTagger extends ToolCapability {
  static readonly description = 'Finds tags in a text by how often its words come';
  static override readonly configClass = Settings;
  #config = Settings.parse({});

  get name(): string {
    return 'statistics-tagger';
  }

  get version(): string {
    return '1.0.0';
  }

  initialize(config?: Config | null): void {
    this.#config = Settings.parse({ ...this.#config, ...config });
  }

  getConfigSchema() {
    return configJsonSchema(Settings);
  }

  getCurrentConfig(): Config {
    return { ...this.#config };
  }

  candidates(text: string): { term: string; weight: number }[] {
    const { minLength, ignore } = this.#config;
    const words = wordsOf(text).filter((word) => word.length >= minLength && !ignore.includes(word));
    return [...countWords(words)].map(([term, count]) => ({ term, weight: count * Math.log(term.length + 1) }));
  }
}
