/** Returns the file that a command writes to; undefined for standard output, which `-` names as well. */
export function outputFile([file]: readonly string[]): string | undefined {
  return file === '-' ? undefined : file;
}
