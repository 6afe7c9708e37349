import { configJsonSchema, ToolCapability, type Config } from '@helve/worker';
import * as z from 'zod';
import { countWords, wordsOf } from './words.js';

const Settings = z.object({
  rules: z
    .record(z.string(), z.array(z.string().min(1)))
    .default({
      money: ['invoice', 'price', 'refund', 'payment'],
      travel: ['flight', 'hotel', 'train', 'luggage'],
      trouble: ['broken', 'error', 'late', 'lost'],
    })
    .describe('The tags, each with the words that stand for it'),
});

/** Finds the tags of a text by rules: each tag has its words. What it does not know it does not find. */
export class RuleTagger extends ToolCapability {
  static readonly description = 'Finds tags in a text by words that stand for them';
  static override readonly configClass = Settings;
  #config = Settings.parse({});
  #tagOf = new Map<string, string>();

  get name(): string {
    return 'rule-tagger';
  }

  get version(): string {
    return '1.0.0';
  }

  initialize(config?: Config | null): void {
    this.#config = Settings.parse({ ...this.#config, ...config });
    const pairs = Object.entries(this.#config.rules).flatMap(([tag, words]) =>
      words.map((word) => [word.toLowerCase(), tag] as const),
    );
    this.#tagOf = new Map(pairs);
  }

  getConfigSchema() {
    return configJsonSchema(Settings);
  }

  getCurrentConfig(): Config {
    return { ...this.#config };
  }

  candidates(text: string): { term: string; weight: number }[] {
    const tags = wordsOf(text).flatMap((word) => this.#tagOf.get(word) ?? []);
    return [...countWords(tags)].map(([term, weight]) => ({ term, weight }));
  }
}
