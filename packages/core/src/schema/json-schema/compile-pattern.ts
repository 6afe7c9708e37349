/** The regular expression of a schema's `pattern`, or what is wrong with its text. */
export function compilePattern(source: string): RegExp | string {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    return `Not a regular expression: ${error instanceof Error ? error.message : String(error)}`;
  }
}
