/** The part of a `ws` socket that a route uses. Declared here, so that users of this package do not need `@types/ws`. */
export interface UpgradedSocket {
  readonly bufferedAmount: number;
  readonly readyState: number;
  readonly OPEN: number;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: 'pong', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  send(data: string): void;
  ping(): void;
  pause(): void;
  resume(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}
