/** The times of a journal, in milliseconds. */
export interface JournalClock {
  /** The time of day. */
  wallMs(): number;
  /** Since the machine started: nobody can set it, and all processes of the machine see the same. */
  uptimeMs(): number;
}

export const machineClock: JournalClock = Object.freeze({
  wallMs: () => Date.now(),
  uptimeMs: () => Number(process.hrtime.bigint()) / 1e6,
});
