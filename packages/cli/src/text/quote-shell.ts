/** One argument as a POSIX shell reads it back. */
function quoteShell(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** A command line that can be copied. */
export function toCommandLine(words: readonly string[]): string {
  return words.map(quoteShell).join(' ');
}
