import type { UpgradedSocket } from '../http/upgraded-socket.js';

/** Bytes that may come at once, and for each second: several times what the best microphone sends. */
const BURST = 2 * 1024 * 1024;
const PER_SECOND = 512 * 1024;
/** Cost of a message beside its bytes. */
const MESSAGE = 2 * 1024;

/** Stops reading from a client that sends faster than anybody speaks, until there is room again. */
export class Throttle {
  readonly #socket: UpgradedSocket;
  #room = BURST;
  #sinceMs = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: UpgradedSocket) {
    this.#socket = socket;
  }

  take(bytes: number): void {
    const nowMs = performance.now();
    this.#room = Math.min(BURST, this.#room + ((nowMs - this.#sinceMs) * PER_SECOND) / 1_000) - bytes - MESSAGE;
    this.#sinceMs = nowMs;
    if (this.#room >= 0 || this.#timer !== undefined) return;
    this.#socket.pause();
    const waitMs = (-this.#room / PER_SECOND) * 1_000;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#socket.resume();
    }, waitMs).unref();
  }
}
