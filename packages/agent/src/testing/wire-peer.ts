export type WireMessage = Readonly<Record<string, unknown>>;

/** The server's end of a WebSocket. */
export interface WirePeer {
  readonly path: string;
  /** Messages of the client, in order. */
  readonly received: readonly WireMessage[];
  /** Sends events; strings are sent unchanged. */
  send(...events: readonly unknown[]): void;
  /** Calls the listener for every message, beginning with past ones. */
  onMessage(listener: (message: WireMessage) => void): void;
  close(): void;
  /** Breaks the connection at once, without a goodbye. */
  reset(): void;
}

/** The part of a WebSocket of the package `ws` that a peer uses: its types are not there for everybody who compiles this. */
interface PeerSocket {
  on(event: 'message', listener: (data: Buffer) => void): unknown;
  send(text: string): void;
  close(): void;
}

/** Wraps a socket for tests. */
export function toWirePeer(socket: PeerSocket, path: string, reset: () => void): WirePeer {
  const received: WireMessage[] = [];
  const listeners: ((message: WireMessage) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as WireMessage;
    received.push(message);
    for (const listener of listeners) listener(message);
  });
  return {
    path,
    received,
    send: (...events) => {
      for (const event of events) socket.send(typeof event === 'string' ? event : JSON.stringify(event));
    },
    onMessage: (listener) => {
      for (const message of received) listener(message);
      listeners.push(listener);
    },
    close: () => socket.close(),
    reset,
  };
}
