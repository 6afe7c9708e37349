import type { TurnEvent } from '../../contract/session-event.js';
import type { Transport } from '../../contract/transport.js';
import { createSession } from '../../session/create-session.js';
import type { AgentSession } from '../../session/agent-session.js';
import type { SessionOptions } from '../../session/session-options.js';
import { LiveServer, type LiveDialect } from './live-server.js';

/** A voice session over a vendor's wire, with everything that a client of it has seen. */
export interface OpenedLive {
  readonly server: LiveServer;
  readonly session: AgentSession;
  readonly seen: readonly TurnEvent[];
  close(): Promise<void>;
}

export type LiveOptions = Partial<SessionOptions> & {
  /** Connects to the server in a way of its own. */
  readonly connect?: (server: LiveServer) => Transport;
};

/** Opens a voice session with a server of its own, or with a given one. */
export async function openLive(
  dialect: LiveDialect,
  { connect, ...options }: LiveOptions = {},
  given?: LiveServer,
): Promise<OpenedLive> {
  const server = given ?? (await LiveServer.start(dialect));
  const session = createSession({
    mode: 'voice',
    policy: 'none',
    tools: [],
    transport: connect?.(server) ?? dialect.connect(server.wire),
    report: () => undefined,
    ...options,
  });
  const seen: TurnEvent[] = [];
  const reading = (async () => {
    for await (const event of session.attach()) seen.push(event);
  })();
  const close = async () => {
    await session.close();
    await reading;
    if (given === undefined) await server.wire.close();
  };
  return { server, session, seen, close };
}
