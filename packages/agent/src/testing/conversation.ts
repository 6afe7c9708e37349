import type { Transport } from '../contract/transport.js';
import type { Conversation } from './transport-subject.js';
import type { WireMessage, WirePeer } from './wire-peer.js';
import type { WireResponse, WireServer } from './wire-server.js';

/** Creates a conversation by requests. */
export function httpConversation(
  wire: WireServer,
  transport: Transport,
  form: 'sse' | 'ndjson',
  errorBody: (status: number, message: string) => unknown,
): Conversation {
  const first = wire.requests.length;
  return {
    transport,
    play: (events, { hang = false } = {}) => {
      const end: Pick<WireResponse, 'then'> = hang ? { then: 'hang' } : {};
      wire.respond({ [form]: events, ...end });
    },
    refuse: (status, message) => wire.respond({ status, json: errorBody(status, message) }),
    sent: () => wire.requests.slice(first).map(({ body }) => body),
  };
}

/** Behaviour of a provider on a socket. */
export interface SocketBehavior {
  /** True for a message that asks the model to speak. */
  isAsk(message: WireMessage): boolean;
  /** Returns the server's other reactions to a message; `speaking` is true while an answer stays open. */
  react?(message: WireMessage, speaking: boolean): readonly unknown[];
  errorEvents(message: string): readonly unknown[];
}

interface Turn {
  readonly events: readonly unknown[];
  readonly hang: boolean;
}

/** Creates a conversation on a socket, which the transport opens by itself or was given. */
export function socketConversation(wire: WireServer, transport: Transport, behavior: SocketBehavior): Conversation {
  const turns: Turn[] = [];
  let peer: WirePeer | undefined;
  let speaking = false;
  void wire.nextPeer().then((next) => {
    peer = next;
    next.onMessage((message) => {
      next.send(...(behavior.react?.(message, speaking) ?? []));
      if (!behavior.isAsk(message)) return;
      const turn = turns.shift();
      speaking = turn?.hang === true;
      next.send(...(turn?.events ?? []));
    });
  });
  return {
    transport,
    play: (events, { hang = false } = {}) => void turns.push({ events, hang }),
    refuse: (_, message) => void turns.push({ events: behavior.errorEvents(message), hang: false }),
    sent: () => peer?.received ?? [],
  };
}
