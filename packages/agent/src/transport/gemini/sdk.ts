/** The part of Google's client that a conversation needs. */
export interface GeminiSdk {
  readonly models: {
    generateContent(request: object): Promise<unknown>;
    generateContentStream(request: object): Promise<AsyncIterable<unknown>>;
  };
}
