/**
 * Access of a run to files. Whoever runs a flow decides which files the caller may open; both throw for any other, and
 * both give a descriptor that was checked after it was opened, so that no link can be swapped in between.
 */
export interface FileAccess {
  /** Opens a regular file to read. */
  open(path: string): number;
  /** Opens `temporary`, which is in the folder of `path` and will replace it, as a new file. */
  create(path: string, temporary: string, mode: number): number;
}
