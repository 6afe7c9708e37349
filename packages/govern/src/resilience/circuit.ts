export interface CircuitOptions {
  /** Share of failures that opens it. */
  readonly failureRate: number;
  /** Number of latest results that count; with fewer it stays closed. */
  readonly minCalls: number;
  readonly openMs: number;
}

/** The outcome of a call for the circuit. */
export type CircuitResult = 'success' | 'failure' | 'unknown';

/** Permission to pass, with a function that reports the outcome; or the refusal. */
export type CircuitPass =
  | { readonly ok: true; settle(result: CircuitResult, nowMs: number): void }
  | { readonly ok: false; readonly waitMs: number };

/**
 * Circuit breaker:
 *
 *     closed ── too many failures ──▶ open ── openMs ──▶ half open: one call tries
 *       ▲                              ▲                      │
 *       └────────── success ───────────│──────────────────────┤
 *                                      └────── failure ───────┘
 */
export class Circuit {
  readonly #options: CircuitOptions;
  #recent: boolean[] = [];
  #openUntilMs: number | undefined;
  #probeEndsAtMs: number | undefined;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  enter(nowMs: number): CircuitPass {
    if (this.#openUntilMs === undefined) return this.#pass(false);
    const { openMs } = this.#options;
    if (nowMs < this.#openUntilMs) return { ok: false, waitMs: this.#openUntilMs - nowMs };
    // A probe that never returns must not keep it open for ever.
    const probeEndsAtMs = this.#probeEndsAtMs ?? nowMs;
    if (nowMs < probeEndsAtMs) return { ok: false, waitMs: probeEndsAtMs - nowMs };
    this.#probeEndsAtMs = nowMs + openMs;
    return this.#pass(true);
  }

  #pass(probes: boolean): CircuitPass {
    return {
      ok: true,
      settle: (result, nowMs) => (probes ? this.#settleProbe(result, nowMs) : this.#note(result, nowMs)),
    };
  }

  #settleProbe(result: CircuitResult, nowMs: number): void {
    this.#probeEndsAtMs = undefined;
    if (result === 'failure') this.#openUntilMs = nowMs + this.#options.openMs;
    if (result !== 'success') return;
    this.#openUntilMs = undefined;
    this.#recent = [];
  }

  #note(result: CircuitResult, nowMs: number): void {
    // A call that began before it opened says nothing about the present.
    if (result === 'unknown' || this.#openUntilMs !== undefined) return;
    const { minCalls, failureRate, openMs } = this.#options;
    this.#recent.push(result === 'failure');
    if (this.#recent.length > minCalls) this.#recent.shift();
    const failures = this.#recent.filter(Boolean).length;
    if (this.#recent.length < minCalls || failures / minCalls < failureRate) return;
    this.#openUntilMs = nowMs + openMs;
  }
}
