/** One received message, in each form in which `ws` delivers it. */
export type SocketMessage = Buffer | ArrayBuffer | Buffer[];

/** The part of a `ws` socket that both ends of a line use. Declared here, so that users of this package do not need `@types/ws`. */
export interface RelaySocket {
  /** 1 while it is open. */
  readonly readyState: number;
  on(event: 'message', listener: (data: SocketMessage, isBinary: boolean) => void): unknown;
  on(event: 'ping' | 'pong', listener: () => void): unknown;
  on(event: 'close', listener: (code: number) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  send(data: string | Buffer, options: { readonly binary: boolean }): void;
  ping(): void;
  close(code: number): void;
  terminate(): void;
}
