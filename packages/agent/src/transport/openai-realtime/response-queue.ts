/** Requests for responses: the provider makes one at a time, so that the next waits for its end. */
export class ResponseQueue {
  readonly #create: (told: string | undefined) => void;
  /** Texts to tell, each in a response of its own. */
  readonly #told: string[] = [];
  /** True when a response to the conversation itself is wanted. */
  #wanted = false;
  #running: 'no' | 'asked' | 'created' = 'no';

  constructor(create: (told: string | undefined) => void) {
    this.#create = create;
  }

  get isRunning(): boolean {
    return this.#running !== 'no';
  }

  /** True when a response to the conversation is on its way or waits for its turn. */
  get isAsked(): boolean {
    return this.#wanted || this.#running === 'asked';
  }

  ask(told?: string): void {
    if (told === undefined) this.#wanted = true;
    else this.#told.push(told);
    this.#next();
  }

  created(): void {
    this.#running = 'created';
  }

  done(): void {
    this.#running = 'no';
    this.#next();
  }

  /** The provider makes a response of its own: ours comes after it. */
  refused(): void {
    this.#running = 'created';
    this.#wanted = true;
  }

  /** Drops what was not requested yet. */
  drop(): void {
    this.#wanted = false;
    this.#told.length = 0;
  }

  /** The connection is lost, and with it what was requested and not begun. */
  lost(): void {
    this.#wanted ||= this.#running === 'asked';
    this.#running = 'no';
  }

  connected(): void {
    this.#next();
  }

  #next(): void {
    if (this.isRunning) return;
    const told = this.#told.shift();
    if (told === undefined && !this.#wanted) return;
    if (told === undefined) this.#wanted = false;
    this.#running = 'asked';
    this.#create(told);
  }
}
