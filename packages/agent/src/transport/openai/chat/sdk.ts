/** The part of the OpenAI client that Chat Completions need; other clients of the same shape will do. */
export interface ChatSdk {
  readonly chat: {
    readonly completions: {
      create(request: object, options?: object): PromiseLike<unknown>;
    };
  };
}
