import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { AgentSession, TurnEvent } from '@helve/agent';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { isLocal, listen, refusal, shut, type RunningAgent } from './local-door.js';
import { openAgentSession, type AgentParts } from './open-agent-session.js';

export interface TextAgentOptions extends AgentParts {
  /** 0 takes any port that is free. */
  readonly port?: number;
  /** Interval at which a quiet stream says that it is still there. */
  readonly heartbeatMs?: number;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_SESSIONS = 1_000;

/**
 * A chat over HTTP. Each turn is one stream of events, and whoever closes it ends the turn:
 *
 *     POST /api/chat { sessionId?, message }      ─▶ text … tool_call_started, tool_result … turn_end
 *     POST /api/confirm { token, decision }       ─▶ the call that waited, and what the model says to it
 */
export async function startTextAgent(options: TextAgentOptions): Promise<RunningAgent> {
  const chat = new TextChat(options);
  const server = createServer((request, response) => void listener(request, response));
  const listener = getRequestListener(chat.app.fetch, { overrideGlobalObjects: false });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await shut(server);
      await chat.close();
    },
  };
}

class TextChat {
  readonly app = new Hono();
  readonly #options: TextAgentOptions;
  /** The oldest is closed when there are too many. */
  readonly #sessions = new Map<string, AgentSession>();
  /** Which session asked for a token. */
  readonly #asked = new Map<string, AgentSession>();

  constructor(options: TextAgentOptions) {
    this.#options = options;
    this.app.use(async (c, next) => {
      if (!isLocal(c.req.header('host'), c.req.header('origin')))
        return refusal('AUTH', 'Cannot answer: not a local request');
      await next();
    });
    this.app.use(
      bodyLimit({
        maxSize: MAX_BODY_BYTES,
        onError: () => refusal('VALIDATION', 'Cannot read the body: it is too large'),
      }),
    );
    this.app.post('/api/chat', (c) => this.#chat(c));
    this.app.post('/api/confirm', (c) => this.#confirm(c));
    this.app.notFound(() => refusal('NOT_FOUND', 'Cannot find that: there are POST /api/chat and POST /api/confirm'));
    this.app.onError((error) => {
      console.error(error);
      return refusal('INTERNAL', 'Cannot answer: the agent failed');
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  async #chat(c: Context): Promise<Response> {
    const { sessionId, message } = await readBody(c);
    if (typeof message !== 'string' || message.trim() === '')
      return refusal('VALIDATION', 'Cannot chat: "message" is no text');
    const session =
      sessionId === undefined ? this.#open() : this.#sessions.get(typeof sessionId === 'string' ? sessionId : '');
    if (session === undefined)
      return refusal('NOT_FOUND', 'Cannot chat: there is no such session; leave "sessionId" out');
    const ignoredMs = this.#options.capabilities.block.remainingMs(session.id);
    if (ignoredMs > 0) return refusal('RATE_LIMIT', 'Cannot chat: this session is ignored for a while', ignoredMs);
    return this.#stream(c, session, () => session.run(message));
  }

  async #confirm(c: Context): Promise<Response> {
    const { token, decision } = await readBody(c);
    const session = this.#asked.get(String(token));
    if (session === undefined) return refusal('NOT_FOUND', 'Cannot decide: nothing waits for this token');
    if (decision !== 'yes' && decision !== 'no') return refusal('VALIDATION', 'Cannot decide: "decision" is yes or no');
    this.#asked.delete(String(token));
    if (decision === 'yes') return this.#stream(c, session, () => session.confirm(String(token)));
    return c.json({ ok: true, data: { denied: await session.deny(String(token)) } });
  }

  #open(): AgentSession {
    const session = openAgentSession(this.#options, 'text');
    this.#sessions.set(session.id, session);
    const [oldest] = this.#sessions.values();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) {
      this.#sessions.delete(oldest.id);
      for (const [token, asker] of this.#asked) if (asker === oldest) this.#asked.delete(token);
      void oldest.close();
    }
    return session;
  }

  #stream(c: Context, session: AgentSession, begin: () => AsyncIterable<TurnEvent>): Response {
    c.header('x-session-id', session.id);
    return streamSSE(c, async (stream) => {
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), this.#options.heartbeatMs ?? 15_000);
      stream.onAbort(() => void session.interrupt('the connection was closed'));
      try {
        for await (const event of begin()) {
          if (event.type === 'confirmation_required') this.#asked.set(event.request.token, session);
          if (stream.aborted) break;
          await stream.writeSSE({ id: String(event.seq), event: event.type, data: JSON.stringify(event) });
        }
      } finally {
        clearInterval(heartbeat);
      }
    });
  }
}

async function readBody(c: Context): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) return {};
  const body: unknown = await c.req.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
