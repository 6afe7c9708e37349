export interface CircuitOptions {
  /** The share of failures that opens it. */
  readonly failureRate: number;
  /** How many of the latest results count; with fewer it stays closed. */
  readonly minCalls: number;
  readonly openMs: number;
}

/** What a call came to, as far as the circuit is concerned. */
export type CircuitResult = 'success' | 'failure' | 'unknown';

/** Whether a call may pass, and if so the way to say what came of it. */
export type CircuitPass =
  | { readonly ok: true; settle(result: CircuitResult, nowMs: number): void }
  | { readonly ok: false; readonly waitMs: number };

/**
 * closed ── too many failures ──▶ open ── openMs ──▶ half open: one call tries
 *   ▲                              ▲                      │
 *   └────────── success ───────────│──────────────────────┤
 *                                  └────── failure ───────┘
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
    // One that never comes back must not keep it shut for ever.
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
    // What began before it opened says nothing about how things stand now.
    if (result === 'unknown' || this.#openUntilMs !== undefined) return;
    const { minCalls, failureRate, openMs } = this.#options;
    this.#recent.push(result === 'failure');
    if (this.#recent.length > minCalls) this.#recent.shift();
    const failures = this.#recent.filter(Boolean).length;
    if (this.#recent.length < minCalls || failures / minCalls < failureRate) return;
    this.#openUntilMs = nowMs + openMs;
  }
}
