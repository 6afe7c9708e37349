/** Limits of both sides: the longest frame, the credit of a stream, and the interval of heartbeats (0 for none). */
export interface WireLimits {
  readonly maxFrameBytes: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly heartbeatMs: number;
}

export const defaultLimits: WireLimits = Object.freeze({
  maxFrameBytes: 16 * 1024 * 1024,
  chunks: 16,
  bytes: 1024 * 1024,
  heartbeatMs: 1000,
});
