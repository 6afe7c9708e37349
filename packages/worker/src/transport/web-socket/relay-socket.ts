/** One received message, in each form in which `ws` delivers it. */
export type SocketMessage = Buffer | ArrayBuffer | Buffer[];

/** The part of a `ws` socket that a relay uses. Declared here, so that users of this package do not need `@types/ws`. */
export interface RelaySocket {
  readonly bufferedAmount: number;
  on(event: 'message', listener: (data: SocketMessage, isBinary: boolean) => void): unknown;
  on(event: 'pong' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  send(data: string): void;
  send(data: string | Buffer, options: { readonly binary: boolean }): void;
  ping(): void;
  close(code: number): void;
  terminate(): void;
}
