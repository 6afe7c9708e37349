/** The part of the OpenAI client that the Responses API needs. */
export interface ResponsesSdk {
  readonly responses: {
    create(request: object, options?: object): PromiseLike<unknown>;
  };
}
