/** The part of Ollama's client that a conversation needs. */
export interface OllamaSdk {
  chat(request: object): Promise<unknown>;
}
