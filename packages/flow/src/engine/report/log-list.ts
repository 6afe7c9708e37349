import type { StepLogEntry } from '../run-env.js';

/** So many lines are kept; all are counted. */
const LISTED = 1_000;
/** Longer lines are cut. */
const LONGEST = 2_000;

/** Lines that tools have logged, for the report of a run. */
export interface LogReport {
  readonly total: number;
  readonly lines: readonly StepLogEntry[];
}

/** Lines of one step on one document. */
export class LogList implements LogReport {
  readonly lines: StepLogEntry[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Counts a line and returns it as it is kept; undefined where there are too many already. */
  take(line: StepLogEntry): StepLogEntry | undefined {
    if (line.level !== 'debug') this.#total += 1;
    if (this.#total > LISTED) return undefined;
    const { message } = line;
    return message.length <= LONGEST ? line : { ...line, message: `${message.slice(0, LONGEST - 1).toWellFormed()}…` };
  }
}

/** Several logs as one, in their order. */
export function joinLogs(logs: readonly LogReport[]): LogReport {
  return {
    total: logs.reduce((sum, { total }) => sum + total, 0),
    lines: logs.flatMap(({ lines }) => lines).slice(0, LISTED),
  };
}
