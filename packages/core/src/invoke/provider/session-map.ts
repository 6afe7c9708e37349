import type { Token } from '../../contract/token.js';

type Make = () => unknown;

/** The providers of one session: those bound to it, and those made for it when somebody first asks. */
export class SessionMap extends Map<Token, unknown> {
  readonly #makers = new Map<Token, Make>();

  /** Makes it on first use: once, also under concurrent use; one that failed is tried again on the next. */
  provide(token: Token, make: Make): void {
    this.#makers.set(token, make);
  }

  override has(token: Token): boolean {
    return super.has(token) || this.#makers.has(token);
  }

  override get(token: Token): unknown {
    const make = super.has(token) ? undefined : this.#makers.get(token);
    return make === undefined ? super.get(token) : this.#make(token, make);
  }

  #make(token: Token, make: Make): unknown {
    const made = make();
    this.set(token, made);
    if (made instanceof Promise) {
      made.catch(() => {
        if (super.get(token) === made) super.delete(token);
      });
    }
    return made;
  }
}
