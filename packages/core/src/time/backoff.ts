export interface BackoffOptions {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly baseMs: number;
  /** By how much each wait is longer than the one before; 2 unless given. */
  readonly factor?: number;
  readonly capMs?: number;
  /** The share of the wait that is left to chance, 0 to 1: 0.2 means up to a fifth more or less. */
  readonly jitter?: number;
  /** A number from 0 to 1; `Math.random` unless given. */
  readonly random?: () => number;
}

/** Computes the wait before the next attempt, in whole milliseconds: longer each time, and not the same for everybody. */
export function backoff(options: BackoffOptions): number {
  const { attempt, baseMs, factor = 2, capMs = Infinity, jitter = 0, random = Math.random } = options;
  const wait = Math.min(capMs, baseMs * factor ** Math.max(0, attempt - 1));
  const spread = jitter === 0 ? 0 : wait * jitter * (random() * 2 - 1);
  return Math.max(0, Math.round(Math.min(capMs, wait + spread)));
}
