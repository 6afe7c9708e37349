import type { Json } from '@helve/core';
import type { NestedRequest } from '../wire/frame.js';

/** Progress of a call from 0 to 1, or −1 when unknown. */
export interface ProgressReport {
  readonly progress: number;
  readonly message: string;
  /** Phase of the heartbeat that sent it, if any. */
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

/** Receives the reports of one call: a wire in a worker, an observer in process. Its methods are synchronous and must not throw. */
export interface CallSink {
  /** At most one report per 50 ms and call; the last one always arrives. */
  progress(report: ProgressReport): void;
  /** Difference since the last report; negative after a correction. */
  usage(delta: Usage): void;
  account(type: string, payload: Json): void;
  log(line: LogLine): void;
  /** Asks for a call of another tool; undefined when nobody can make it. */
  invoke?(request: NestedRequest): Promise<unknown> | undefined;
}

/** The sink of calls without a listener: prints log lines to the console. */
export const consoleSink: CallSink = Object.freeze({
  progress: () => {},
  usage: () => {},
  account: () => {},
  log: ({ level, message }: LogLine) => console[level === 'fatal' ? 'error' : level](message),
});
