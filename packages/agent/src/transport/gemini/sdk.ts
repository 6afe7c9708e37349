/** The part of Google's client that a conversation needs. */
export interface GeminiSdk {
  /** True for a client of Vertex. */
  readonly vertexai?: boolean;
  readonly models: {
    generateContent(request: object): Promise<unknown>;
    generateContentStream(request: object): Promise<AsyncIterable<unknown>>;
  };
}
