/** One thing that a check at load found. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly rule: string;
  readonly node?: string;
  readonly tool?: string;
  /** The flow document, as it was named when it was read. */
  readonly file?: string;
  /** A JSON pointer into the flow document. */
  readonly pointer: string;
  readonly line?: number;
  readonly column?: number;
  readonly port?: string;
  readonly message: string;
  readonly hint?: string;
}
