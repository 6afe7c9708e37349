/** Joins the results of several patterns; the joined one is a promise only if one of them is. */
export function joinAnswers<T>(answers: readonly (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> {
  const ready = answers.filter((answer): answer is T => !(answer instanceof Promise));
  return ready.length === answers.length ? ready : Promise.all(answers);
}
