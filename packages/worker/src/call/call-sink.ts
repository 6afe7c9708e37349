import type { Json } from '@helve/core';
import type { NestedRequest } from '../wire/frame.js';

/** How far a call is: 0 to 1, or −1 where nobody can tell. */
export interface ProgressReport {
  readonly progress: number;
  readonly message: string;
  /** The heartbeat that speaks, if one does. */
  readonly phase?: string;
}

/** Figures by unit: tokens, seconds, pages. */
export type Usage = Readonly<Record<string, number>>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields?: { readonly [name: string]: Json };
}

/** Where the news of one call goes: a wire in a worker, an observer in process. Calls are synchronous and must not throw. */
export interface CallSink {
  /** At most one each 50 ms and call; the last one always comes. */
  progress(report: ProgressReport): void;
  /** What was added since the last time; a corrected figure may give a negative one. */
  usage(delta: Usage): void;
  account(type: string, payload: Json): void;
  log(line: LogLine): void;
  /** Has another tool called; nothing where nobody can. */
  invoke?(request: NestedRequest): Promise<unknown> | undefined;
}

/** The sink of work that nobody listens to: only what went wrong shows, on the console. */
export const consoleSink: CallSink = Object.freeze({
  progress: () => {},
  usage: () => {},
  account: () => {},
  log: ({ level, message }: LogLine) => console[level === 'fatal' ? 'error' : level](message),
});
