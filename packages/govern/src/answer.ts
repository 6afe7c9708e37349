/** A value that is there, or on its way. Where there is nothing to wait for, nobody waits. */
export type Answer<T> = T | Promise<T>;

/** True for an answer that is still on its way. */
export function isPending<T>(answer: Answer<T>): answer is Promise<T> {
  return typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function';
}
