/** Price of a model for a million tokens, in the currency of the application. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Of input that the provider has cached. Default: as `input`. */
  readonly cachedInput?: number;
}

/** Prices by the names of models; a name also stands for its dated versions. */
export type Prices = { readonly [model: string]: ModelPrice };

/** Tokens and cost of one request. */
export interface Usage {
  /** All of the input, cached or not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly model?: string;
}

const MILLION = 1_000_000;

/** Finds the price of a model: by its name, else by the longest name that it begins with. */
export function priceOf(prices: Prices, model: string): ModelPrice | undefined {
  const named = Object.keys(prices).filter((name) => model === name || model.startsWith(`${name}-`));
  const [longest] = named.toSorted((a, b) => b.length - a.length);
  return longest === undefined ? undefined : prices[longest];
}

/** Calculates the cost of one request. */
export function costOf({ input, output, cachedInput = input }: ModelPrice, usage: Usage): number {
  const { inputTokens, outputTokens, cachedTokens = 0 } = usage;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (fresh * input + cachedTokens * cachedInput + outputTokens * output) / MILLION;
}
