/** Reason why a script stopped. */
export type FailureKind = 'error' | 'time' | 'memory';

/** A failed script, with the location in it. */
export class ScriptFailure extends Error {
  override readonly name = 'ScriptFailure';
  readonly kind: FailureKind;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(kind: FailureKind, problem: string, location?: { readonly line: number; readonly column: number }) {
    super(location === undefined ? problem : `${problem}, at line ${location.line}, column ${location.column}`);
    this.kind = kind;
    this.line = location?.line;
    this.column = location?.column;
  }
}

/** Finds the first location of a stack that is in the given file. */
export function locationIn(
  stack: unknown,
  file: string,
): { readonly line: number; readonly column: number } | undefined {
  if (typeof stack !== 'string') return undefined;
  for (const entry of stack.split('\n')) {
    const at = entry.lastIndexOf(`${file}:`);
    const [, line, column] = at < 0 ? [] : (/^(\d+)(?::(\d+))?/.exec(entry.slice(at + file.length + 1)) ?? []);
    if (line !== undefined) return { line: Number(line), column: Number(column ?? 1) };
  }
  return undefined;
}
