/** A rejection one tick from now: before anybody could listen, it would cost the host more than a whole call. */
export function rejectSoon(error: unknown): Promise<never> {
  return new Promise((_, reject) => {
    queueMicrotask(() => reject(error));
  });
}
