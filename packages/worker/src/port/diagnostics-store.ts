import type { JsonObject } from '@helve/core';

/** Where a line comes from: a log call, what the process printed, or a frame that was traced. */
export type DiagnosticSource = 'log' | 'stdout' | 'stderr' | 'frame';

/** From the least to the most important. */
export const diagnosticLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

export type DiagnosticLevel = (typeof diagnosticLevels)[number];

/** One line, redacted before it comes here. */
export interface DiagnosticLine {
  readonly atMs: number;
  readonly source: DiagnosticSource;
  readonly level: DiagnosticLevel;
  readonly instanceId: string;
  readonly session?: string;
  readonly jobId?: string;
  readonly runId?: string;
  readonly callId?: string;
  readonly message: string;
  readonly fields?: JsonObject;
}

export interface StoredDiagnosticLine extends DiagnosticLine {
  /** Rises with every line. */
  readonly seq: number;
}

/** Which lines; what is absent restricts nothing. */
export interface DiagnosticFilter {
  readonly instanceId?: string;
  readonly session?: string;
  readonly jobId?: string;
  readonly runId?: string;
  readonly callId?: string;
  readonly sources?: readonly DiagnosticSource[];
  /** This one and all that are more important. */
  readonly minLevel?: DiagnosticLevel;
  readonly afterSeq?: number;
  /** Only so many of the newest. */
  readonly last?: number;
}

/** How much is kept. */
export interface DiagnosticRetention {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

/** What is kept unless a host says otherwise: 30 days, 512 MB. */
export const defaultRetention: DiagnosticRetention = Object.freeze({
  maxAgeMs: 30 * 24 * 60 * 60 * 1_000,
  maxBytes: 512 * 1_024 * 1_024,
});

/** Keeps what workers say, for people who look for a cause. Disposable: whoever writes here goes on if it fails. */
export interface DiagnosticsStore {
  append(lines: readonly DiagnosticLine[]): Promise<void>;
  /** Oldest first. */
  read(filter?: DiagnosticFilter): Promise<readonly StoredDiagnosticLine[]>;
  /** Drops what is too old, then the oldest until the rest is small enough; says how many lines went. */
  prune(retention: DiagnosticRetention, nowMs: number): Promise<number>;
}
