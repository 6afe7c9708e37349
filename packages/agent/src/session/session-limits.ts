/** Limits of the turn loop itself; the number of calls per turn is a matter of policy. */
export interface SessionLimits {
  /** Maximum number of steps; the last one is asked with tools off, so that the model must answer. */
  readonly stepsPerTurn: number;
  /** Maximum number of concurrent calls; others wait. */
  readonly callsAtOnce: number;
}

const voice: SessionLimits = Object.freeze({ stepsPerTurn: 5, callsAtOnce: 2 });
const text: SessionLimits = Object.freeze({ stepsPerTurn: 12, callsAtOnce: 4 });

/** Limits by mode; other modes use those of text. */
const sessionLimits: Readonly<Record<string, SessionLimits>> = Object.freeze({ voice, text });

export function toLimits(mode: string, own: Partial<SessionLimits> = {}): SessionLimits {
  return { ...(Object.hasOwn(sessionLimits, mode) ? (sessionLimits[mode] ?? text) : text), ...own };
}
