/** What the loop itself keeps to; how many calls a turn may make is a matter of policy. */
export interface SessionLimits {
  /** The last of these is asked with tools off, so that the model must answer. */
  readonly stepsPerTurn: number;
  /** The other calls wait. */
  readonly callsAtOnce: number;
}

const voice: SessionLimits = Object.freeze({ stepsPerTurn: 5, callsAtOnce: 2 });
const text: SessionLimits = Object.freeze({ stepsPerTurn: 12, callsAtOnce: 4 });

/** By mode; other modes get what text gets. */
const sessionLimits: Readonly<Record<string, SessionLimits>> = Object.freeze({ voice, text });

export function limitsOf(mode: string, own: Partial<SessionLimits> = {}): SessionLimits {
  return { ...(Object.hasOwn(sessionLimits, mode) ? (sessionLimits[mode] ?? text) : text), ...own };
}
