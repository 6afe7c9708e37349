/** Settles a promise that is made of it, a tick later. */
class Rejecting implements PromiseLike<never> {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a promise asks it when its turn has come: that is the tick
  then<T, R>(_: unknown, reject?: ((error: unknown) => R | PromiseLike<R>) | null): PromiseLike<T | R> {
    void reject?.(this.error);
    return this;
  }
}

/** A rejection one tick from now: before anybody could listen, it would cost the host more than a whole call. */
export function rejectSoon(error: unknown): Promise<never> {
  return new Promise((resolve) => {
    resolve(new Rejecting(error));
  });
}
