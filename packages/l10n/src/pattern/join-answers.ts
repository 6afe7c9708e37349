/** Answers of several patterns as one, which has to be waited for only if one of them has. */
export function joinAnswers<T>(answers: readonly (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> {
  const ready = answers.filter((answer): answer is T => !(answer instanceof Promise));
  return ready.length === answers.length ? ready : Promise.all(answers);
}
