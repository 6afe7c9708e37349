/** A value, or a promise of one. Where nothing is asynchronous, nothing is awaited. */
export type Answer<T> = T | Promise<T>;

/** True for a promise. */
export function isPending<T>(answer: Answer<T>): answer is Promise<T> {
  return typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function';
}
