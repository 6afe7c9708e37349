/** The part of the Anthropic client that a conversation needs. */
export interface AnthropicSdk {
  readonly messages: {
    create(request: object, options?: object): PromiseLike<unknown>;
  };
}
