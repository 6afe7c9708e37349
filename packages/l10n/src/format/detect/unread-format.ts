import type { FileEvidence } from './file-evidence.js';

/** A sign that a file has a format: how sure it makes, and what was seen, as the end of "because …". */
export interface FormatSign {
  readonly confidence: number;
  readonly reason: string;
}

/** A kind of file that Helve knows by name, but has no reader for yet. A reader with the same id replaces it. */
export interface UnreadFormat {
  readonly id: string;
  /** Completes the sentence "It is …". */
  readonly title: string;
  readonly extensions: readonly string[];
  /** True when its first bytes decide, whatever the file is called. */
  readonly signature?: true;
  /** What to do with such a file instead. */
  readonly hint?: string;
  look?(file: FileEvidence): FormatSign | undefined;
}

/** Creates a sign where a condition holds. */
export function sign(holds: boolean, confidence: number, reason: string): FormatSign | undefined {
  return holds ? { confidence, reason } : undefined;
}
