/** The part of the input that a provider has cached, where there is one. */
export function cached(tokens: number): { readonly cachedTokens?: number } {
  return tokens > 0 ? { cachedTokens: tokens } : {};
}
