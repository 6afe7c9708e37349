import type { FileEvidence } from './file-evidence.js';

/** A sign that a file has a format: how sure it makes, and what was seen, as the end of "because …". */
export interface FormatSign {
  readonly confidence: number;
  /**
   * How sure it makes that the file has one of several vocabularies of one shape: kinds are put in order by it, and by
   * `confidence` where it is absent.
   */
  readonly shape?: number;
  readonly reason: string;
}

/**
 * The signs of one kind of file, by the id of its format or preset (`json:chrome`). Without a reader of this id, such a
 * file is refused by name.
 */
export interface FileKind {
  readonly id: string;
  /** Completes the sentence "It is …". */
  readonly title: string;
  readonly extensions: readonly string[];
  /** True when its first bytes decide, whatever the file is called. */
  readonly signature?: true;
  /** Advice for such a file while there is no reader. */
  readonly hint?: string;
  look?(file: FileEvidence): FormatSign | undefined;
}

/** Creates a sign where a condition holds. */
export function sign(holds: boolean, confidence: number, reason: string): FormatSign | undefined {
  return holds ? { confidence, reason } : undefined;
}
