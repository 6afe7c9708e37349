/** Who is not listened to, and until when. */
export interface BlockList {
  block(sessionId: string, untilMs: number): void;
  /** For how long a session is still ignored; 0 if it is not. */
  remainingMs(sessionId: string): number;
}

/** Kept in memory: a longer block is never shortened, and one that is over is forgotten. */
export function createBlockList(now: () => number = Date.now): BlockList {
  const ends = new Map<string, number>();
  return {
    block: (sessionId, untilMs) => void ends.set(sessionId, Math.max(untilMs, ends.get(sessionId) ?? 0)),
    remainingMs(sessionId) {
      const left = (ends.get(sessionId) ?? 0) - now();
      if (left <= 0) ends.delete(sessionId);
      return Math.max(0, left);
    },
  };
}
