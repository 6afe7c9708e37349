import type { Clock, InvokeOptions, ReportPlace, ToolRecord, TraceEvent } from '@helve/core';

/** A tool whose body is all that matters. */
export function toolThat(execute: ToolRecord['execute'], more: Partial<ToolRecord> = {}): ToolRecord {
  const inputSchema = { type: 'object' } as const;
  return { id: 'it', name: 'It', description: 'Does it', inputSchema, hooksByStage: {}, execute, ...more };
}

/** Lets everything run that needs no time to pass. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What a call throws, to be looked at later. */
export function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => Promise.reject(new Error(`expected a rejection, got ${String(value)}`)),
    (thrown: unknown) => thrown,
  );
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export interface ManualClock extends Required<Clock> {
  /** How many timers are still waiting. */
  readonly waiting: number;
  /** Moves on; what falls due on the way is called in order, and its consequences run before the next. */
  advance(ms: number): Promise<void>;
}

/** A clock that stands still until it is told to move. */
export function manualClock(): ManualClock {
  let nowMs = 0;
  let timers: Timer[] = [];
  return {
    now: () => nowMs,
    after(ms, callback) {
      const timer = { at: nowMs + ms, callback };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    get waiting() {
      return timers.length;
    },
    async advance(ms) {
      const until = nowMs + ms;
      for (;;) {
        await settle();
        const [due] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (due === undefined) break;
        timers = timers.filter((other) => other !== due);
        nowMs = due.at;
        due.callback();
      }
      nowMs = until;
    },
  };
}

export interface Watch {
  readonly reports: { readonly thrown: unknown; readonly where: ReportPlace }[];
  readonly events: TraceEvent[];
  /** The trace in short: `stage` or `stage hook`, and the result unless it is ok. */
  readonly steps: string[];
  /** To be spread into the options of a call. */
  readonly options: Pick<InvokeOptions, 'report' | 'trace'>;
}

/** Keeps what a call reports and traces. */
export function watch(): Watch {
  const reports: Watch['reports'] = [];
  const events: TraceEvent[] = [];
  const steps: string[] = [];
  const trace = (event: TraceEvent) => {
    events.push(event);
    const { stage, hook, result } = event;
    steps.push(`${stage}${hook === '' ? '' : ` ${hook}`}${result === 'ok' ? '' : ` ${result}`}`);
  };
  return {
    reports,
    events,
    steps,
    options: { report: (thrown, where) => void reports.push({ thrown, where }), trace },
  };
}
