/** Somebody who waits: among those of this turn, later in a queue. */
interface Waiting {
  readonly ms: number;
  readonly callback: () => void;
  /** Its place among those of this turn; -1 afterwards. */
  place: number;
  queue: Queue | undefined;
  dueMs: number;
  before: Waiting | undefined;
  after: Waiting | undefined;
}

/** The longest that a timer of the platform waits; told to wait longer, it does not wait at all. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** All that wait equally long: the first to come is the first due, so that one timer of the platform serves them all. */
class Queue {
  readonly #ms: number;
  #first: Waiting | undefined;
  #last: Waiting | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  add(waiting: Waiting, nowMs: number): void {
    waiting.queue = this;
    waiting.dueMs = nowMs + this.#ms;
    waiting.before = this.#last;
    if (this.#last === undefined) this.#first = waiting;
    else this.#last.after = waiting;
    this.#last = waiting;
    this.#timer ??= setTimeout(() => this.#ring(), Math.min(this.#ms, MAX_TIMER_MS));
  }

  remove(waiting: Waiting): void {
    waiting.queue = undefined;
    if (waiting.before === undefined) this.#first = waiting.after;
    else waiting.before.after = waiting.after;
    if (waiting.after === undefined) this.#last = waiting.before;
    else waiting.after.before = waiting.before;
    if (this.#first !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    queues.delete(this.#ms);
  }

  #ring(): void {
    this.#timer = undefined;
    const nowMs = performance.now();
    try {
      while (this.#first !== undefined && this.#first.dueMs <= nowMs) {
        const { callback } = this.#first;
        this.remove(this.#first);
        callback();
      }
    } finally {
      if (this.#first !== undefined) {
        const leftMs = Math.max(1, this.#first.dueMs - nowMs);
        this.#timer ??= setTimeout(() => this.#ring(), Math.min(leftMs, MAX_TIMER_MS));
      }
    }
  }
}

const queues = new Map<number, Queue>();

/** Below that, a wait begins at once; the others when this turn of the event loop is over. */
const SHORT_MS = 20;
const thisTurn: Waiting[] = [];
let turnEnds = false;

/**
 * Calls back after a while; returns how to stop that. Most waits are over within the turn of the event loop in which
 * they began, because what they watch is done by then: those cost next to nothing.
 */
export function callAfter(ms: number, callback: () => void): () => void {
  const waiting: Waiting = {
    ms,
    callback,
    place: -1,
    queue: undefined,
    dueMs: 0,
    before: undefined,
    after: undefined,
  };
  if (ms < SHORT_MS) enqueue(waiting, performance.now());
  else {
    waiting.place = thisTurn.length;
    thisTurn.push(waiting);
    if (!turnEnds) {
      turnEnds = true;
      setTimeout(endTurn, 0);
    }
  }
  return () => stop(waiting);
}

function endTurn(): void {
  turnEnds = false;
  const nowMs = performance.now();
  for (const waiting of thisTurn.splice(0)) {
    waiting.place = -1;
    enqueue(waiting, nowMs);
  }
}

function enqueue(waiting: Waiting, nowMs: number): void {
  let queue = queues.get(waiting.ms);
  if (queue === undefined) {
    queue = new Queue(waiting.ms);
    queues.set(waiting.ms, queue);
  }
  queue.add(waiting, nowMs);
}

function stop(waiting: Waiting): void {
  if (waiting.place >= 0) leaveTurn(waiting);
  else waiting.queue?.remove(waiting);
}

/** The last one takes the free place. */
function leaveTurn(waiting: Waiting): void {
  const last = thisTurn.pop();
  if (last !== undefined && last !== waiting) {
    thisTurn[waiting.place] = last;
    last.place = waiting.place;
  }
  waiting.place = -1;
}
