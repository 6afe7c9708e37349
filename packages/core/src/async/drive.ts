import { isPending, type MaybePromise } from './maybe-promise.js';

/** Work that yields what it has to wait for, and is resumed with the value: `await` for code that may also be synchronous. */
export type Steps<Result, Yielded = unknown, Resumed = unknown> = Generator<Yielded, Result, Resumed>;

/**
 * Runs steps synchronously until one of them is really pending, and from there on by callbacks. Steps that yield only what
 * is pending cost one generator; nothing is awaited that is here already.
 */
export function drive<Result>(steps: Steps<Result>): MaybePromise<Result>;
/** Runs steps that ask questions instead: each is resumed with its answer. */
export function drive<Result, Question, Answer>(
  steps: Steps<Result, Question, Answer>,
  ask: (question: Question) => MaybePromise<Answer>,
): MaybePromise<Result>;
export function drive(steps: Steps<unknown>, ask: (question: unknown) => unknown = itself): MaybePromise<unknown> {
  let step = steps.next();
  while (step.done !== true) {
    const answer = ask(step.value);
    if (isPending(answer)) return driveOn(steps, ask, answer);
    step = steps.next(answer);
  }
  return step.value;
}

const itself = (question: unknown) => question;

/** Goes on by callbacks, since an async function would wait one more tick for each step. */
function driveOn(
  steps: Steps<unknown>,
  ask: (question: unknown) => unknown,
  first: PromiseLike<unknown>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const resume = (value: unknown): void => {
      try {
        advance(steps.next(value));
      } catch (thrown) {
        reject(thrown);
      }
    };
    const fail = (thrown: unknown): void => {
      try {
        advance(steps.throw(thrown));
      } catch (later) {
        reject(later);
      }
    };
    const advance = (next: IteratorResult<unknown, unknown>): void => {
      let step = next;
      while (step.done !== true) {
        const answer = ask(step.value);
        if (isPending(answer)) {
          void Promise.resolve(answer).then(resume, fail);
          return;
        }
        step = steps.next(answer);
      }
      resolve(step.value);
    };
    void Promise.resolve(first).then(resume, fail);
  });
}
