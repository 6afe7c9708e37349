/**
 * Runs a generator that yields questions: synchronously while all answers are available, asynchronously from the first
 * promise on.
 */
export function drive<Question, Answer, Result>(
  steps: Generator<Question, Result, Answer>,
  ask: (question: Question) => Answer | Promise<Answer>,
): Result | Promise<Result> {
  let next = steps.next();
  while (next.done !== true) {
    const answer = ask(next.value);
    if (answer instanceof Promise) return driveLater(steps, answer, ask);
    next = steps.next(answer);
  }
  return next.value;
}

async function driveLater<Question, Answer, Result>(
  steps: Generator<Question, Result, Answer>,
  first: Promise<Answer>,
  ask: (question: Question) => Answer | Promise<Answer>,
): Promise<Result> {
  let next = steps.next(await first);
  while (next.done !== true) next = steps.next(await ask(next.value));
  return next.value;
}
