import { createServer, type IncomingMessage } from 'node:http';
import type { AgentSession, TurnEvent } from '@helve/agent';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { isLocal, listen, shut, type RunningAgent } from './local-door.js';
import { openAgentSession, type AgentParts } from './open-agent-session.js';

export interface VoiceAgentOptions extends AgentParts {
  /** 0 takes any port that is free. */
  readonly port?: number;
}

/** Message of a client: one JSON object. */
export type VoiceMessage =
  | { readonly type: 'start' }
  /** Base64 of PCM; it goes to the model as it is. */
  | { readonly type: 'audio'; readonly data: string; readonly mimeType?: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'interrupt' }
  | { readonly type: 'confirm'; readonly token: string; readonly decision: 'yes' | 'no' }
  | { readonly type: 'end' };

const MAX_MESSAGE_BYTES = 1024 * 1024;

/**
 * A conversation by voice over a WebSocket, one session for each connection:
 *
 *     in    start · audio · text · interrupt · confirm · end
 *     out   started, then every event of the session: audio, transcript, tool_result … session_ending
 */
export async function startVoiceAgent(options: VoiceAgentOptions): Promise<RunningAgent> {
  const server = createServer((_, response) => void response.writeHead(426).end());
  const sockets = new WebSocketServer({
    server,
    path: '/voice',
    maxPayload: MAX_MESSAGE_BYTES,
    verifyClient: ({ req, origin }: { req: IncomingMessage; origin: string }) =>
      isLocal(req.headers.host, origin === '' ? undefined : origin),
  });
  const calls = new Set<VoiceCall>();
  sockets.on('connection', (socket) => {
    const call = new VoiceCall(socket, options);
    calls.add(call);
    socket.once('close', () => void calls.delete(call));
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `ws://127.0.0.1:${port}/voice`,
    async close() {
      await Promise.all([...calls].map((call) => call.end()));
      sockets.close();
      await shut(server);
    },
  };
}

/** One connection and its session. */
class VoiceCall {
  readonly #socket: WebSocket;
  readonly #options: VoiceAgentOptions;
  #session: AgentSession | undefined;
  #lastSeq = 0;

  constructor(socket: WebSocket, options: VoiceAgentOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('message', (data) => void this.#receive(textOf(data)).catch((error: unknown) => this.#complain(error)));
    socket.on('error', () => void this.end());
    socket.once('close', () => void this.end());
  }

  /** Ends session and connection; a person who hangs up interrupts what is going on. */
  async end(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
    this.#socket.close();
  }

  async #receive(text: string): Promise<void> {
    const message = readMessage(text);
    if (message === undefined) return this.#say({ type: 'error', error: { message: 'Cannot read the message' } });
    if (message.type === 'start') return this.#start();
    const session = this.#session;
    if (session === undefined)
      return this.#say({ type: 'error', error: { message: 'Cannot listen: send "start" first' } });
    switch (message.type) {
      case 'audio':
        return session.send({
          audio: message.data,
          ...(message.mimeType === undefined ? {} : { mimeType: message.mimeType }),
        });
      case 'text':
        return session.send({ text: message.text });
      case 'interrupt':
        return session.interrupt('the person interrupted');
      case 'confirm':
        return this.#decide(session, message);
      case 'end':
        return this.end();
    }
  }

  #start(): void {
    if (this.#session !== undefined) return;
    const session = openAgentSession(this.#options, 'voice');
    this.#session = session;
    this.#say({ type: 'started', sessionId: session.id });
    void this.#pump(session.attach()).then(
      () => this.end(),
      (error: unknown) => this.#complain(error),
    );
  }

  async #decide(session: AgentSession, { token, decision }: VoiceMessage & { type: 'confirm' }): Promise<void> {
    if (decision === 'yes') await this.#pump(session.confirm(token));
    else await session.deny(token);
  }

  async #pump(events: AsyncIterable<TurnEvent>): Promise<void> {
    for await (const event of events) this.#tell(event);
  }

  /** What a confirmation brings may come by two ways: each event is told once. */
  #tell(event: TurnEvent): void {
    if (event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    this.#say(event);
  }

  #say(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #complain(error: unknown): void {
    this.#say({ type: 'error', error: { message: error instanceof Error ? error.message : String(error) } });
  }
}

function readMessage(text: string): VoiceMessage | undefined {
  try {
    const message = JSON.parse(text) as VoiceMessage;
    const isText = (value: unknown) => typeof value === 'string';
    if (message.type === 'audio') return isText(message.data) ? message : undefined;
    if (message.type === 'text') return isText(message.text) ? message : undefined;
    if (message.type === 'confirm') return isText(message.token) ? message : undefined;
    return ['start', 'interrupt', 'end'].includes(message.type) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** A frame as text, in whatever pieces it came. */
function textOf(data: RawData): string {
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString();
  return Array.isArray(data) ? Buffer.concat(data).toString() : data.toString();
}
