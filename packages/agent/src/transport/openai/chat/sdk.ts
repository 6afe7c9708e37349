/** The part of the OpenAI client that Chat Completions need; compatible clients fit too. */
export interface ChatSdk {
  readonly chat: {
    readonly completions: {
      create(request: object, options?: object): PromiseLike<unknown>;
    };
  };
}
