import { isPlainObject, type Json } from '@helve/core';

interface Waiting {
  readonly input: Json;
  readonly resolve: (answer: Json) => void;
  readonly reject: (reason: unknown) => void;
}

/** Joins the calls that blocks make at about the same time into one: `{items}` there, a list of answers back. */
export class BatchedCall {
  readonly #call: (input: Json) => Promise<Json>;
  #waiting: Waiting[] = [];

  constructor(call: (input: Json) => Promise<Json>) {
    this.#call = call;
  }

  call(input: Json): Promise<Json> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#send());
      this.#waiting.push({ input, resolve, reject });
    });
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const answers = answersIn(await this.#call({ items: waiting.map(({ input }) => input) }), waiting.length);
      waiting.forEach(({ resolve }, index) => resolve(answers[index] ?? null));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

function answersIn(answer: Json, count: number): readonly Json[] {
  const list: unknown = isPlainObject(answer) ? answer['items'] : answer;
  if (Array.isArray(list) && list.length === count) return list as Json[];
  throw new Error(`The answer is not a list of ${count} items`);
}
