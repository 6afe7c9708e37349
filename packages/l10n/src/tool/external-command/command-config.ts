/** Settings of a program step. */
export interface CommandConfig {
  readonly command: string;
  readonly args: readonly string[];
  readonly applySource: boolean;
  readonly applyTarget: boolean;
  readonly side: 'side' | 'source';
  readonly send: 'placeholder' | 'text' | 'json';
  readonly mode: 'block' | 'batch';
  readonly timeoutMs: number;
  readonly onExit: 'error' | 'keep';
  readonly env: readonly string[];
  readonly maxOutputBytes: number;
}
