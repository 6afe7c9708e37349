interface Waiting {
  readonly dueMs: number;
  readonly callback: () => void;
  before: Waiting | undefined;
  after: Waiting | undefined;
  isDone: boolean;
}

/** All that wait equally long: the first to come is the first due, so that one timer of the platform serves them all. */
class Queue {
  readonly #ms: number;
  #first: Waiting | undefined;
  #last: Waiting | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  add(callback: () => void): () => void {
    const waiting: Waiting = {
      dueMs: performance.now() + this.#ms,
      callback,
      before: this.#last,
      after: undefined,
      isDone: false,
    };
    if (this.#last === undefined) this.#first = waiting;
    else this.#last.after = waiting;
    this.#last = waiting;
    if (this.#timer === undefined) this.#arm(this.#ms);
    else if (waiting.before === undefined) keepsAlive(this.#timer, true);
    return () => this.#remove(waiting);
  }

  #remove(waiting: Waiting): void {
    if (waiting.isDone) return;
    waiting.isDone = true;
    if (waiting.before === undefined) this.#first = waiting.after;
    else waiting.before.after = waiting.after;
    if (waiting.after === undefined) this.#last = waiting.before;
    else waiting.after.before = waiting.before;
    // The timer runs on for the next to come, without holding the process open for nobody.
    if (this.#first === undefined && this.#timer !== undefined) keepsAlive(this.#timer, false);
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(() => this.#ring(), ms);
  }

  #ring(): void {
    this.#timer = undefined;
    const nowMs = performance.now();
    try {
      while (this.#first !== undefined && this.#first.dueMs <= nowMs) {
        const { callback } = this.#first;
        this.#remove(this.#first);
        callback();
      }
    } finally {
      if (this.#timer === undefined && this.#first !== undefined) this.#arm(Math.max(1, this.#first.dueMs - nowMs));
      if (this.#first === undefined) queues.delete(this.#ms);
    }
  }
}

const queues = new Map<number, Queue>();

/** Calls back after a while; returns how to stop that. Cheap where many wait equally long and few are ever called. */
export function callAfter(ms: number, callback: () => void): () => void {
  let queue = queues.get(ms);
  if (queue === undefined) queues.set(ms, (queue = new Queue(ms)));
  return queue.add(callback);
}

/** Elsewhere than in Node, timers hold nothing open. */
function keepsAlive(timer: unknown, holds: boolean): void {
  if (typeof timer !== 'object' || timer === null) return;
  const method: unknown = Reflect.get(timer, holds ? 'ref' : 'unref');
  if (typeof method === 'function') method.call(timer);
}
