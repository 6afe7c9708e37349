/** Largest file that crosses a line. */
export const defaultMaxFileBytes = 16 * 1024 ** 3;
/** Time for which a machine keeps the worker of a broken line, and the results of its calls. */
export const defaultLeaseMs = 30_000;

const MAX_PIECE = 256 * 1024;

/** Characters that may wait for their confirmation. */
export function keptSize(maxFrameBytes: number): number {
  return 4 * maxFrameBytes + 32 * MAX_PIECE;
}

/** Longest piece of a file in one message, of which base64 makes a third more. */
export function pieceSize(maxFrameBytes: number): number {
  return Math.max(1, Math.min(MAX_PIECE, Math.floor(maxFrameBytes / 2)));
}
