import type { JsonObject } from '@helve/core';

/** Origin of a line: a log call, output of the process, or a traced frame. */
export type DiagnosticSource = 'log' | 'stdout' | 'stderr' | 'frame';

/** In ascending importance. */
export const diagnosticLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

export type DiagnosticLevel = (typeof diagnosticLevels)[number];

/** One redacted line. */
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

/** Selects lines; absent fields restrict nothing. */
export interface DiagnosticFilter {
  readonly instanceId?: string;
  readonly session?: string;
  readonly jobId?: string;
  readonly runId?: string;
  readonly callId?: string;
  readonly sources?: readonly DiagnosticSource[];
  /** Minimum level. */
  readonly minLevel?: DiagnosticLevel;
  readonly afterSeq?: number;
  /** Maximum number of lines, the newest. */
  readonly last?: number;
}

/** Limits of retention. */
export interface DiagnosticRetention {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

/** Default retention: 30 days, 512 MB. */
export const defaultRetention: DiagnosticRetention = Object.freeze({
  maxAgeMs: 30 * 24 * 60 * 60 * 1_000,
  maxBytes: 512 * 1_024 * 1_024,
});

/** Stores log lines and output of workers. Not essential: writers ignore its failures. */
export interface DiagnosticsStore {
  append(lines: readonly DiagnosticLine[]): Promise<void>;
  /** Returns lines, oldest first. */
  read(filter?: DiagnosticFilter): Promise<readonly StoredDiagnosticLine[]>;
  /** Deletes old lines, then the oldest until the rest fits; resolves to the number of deleted lines. */
  prune(retention: DiagnosticRetention, nowMs: number): Promise<number>;
}
