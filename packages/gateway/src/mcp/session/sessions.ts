import {
  isInitializeRequest,
  legacyStatelessFallback,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type Server,
} from '@modelcontextprotocol/server';
import { fromResponse, type Outbound } from '../../http/outbound.js';
import { createServer } from '../create-server.js';
import { createEventBuffer } from './event-buffer.js';
import { readSender } from '../mcp-sender.js';
import type { McpHost } from '../mcp-host.js';
import { rpcError, toRpcOutbound } from '../call/rpc-response.js';
import { forwardChanges } from './forward-changes.js';
import { followRequests, type OpenRequests } from './open-requests.js';

/** Maximum number of sessions of clients of older versions, of one owner and in all. */
const maxSessionsOfOwner = 250;
const maxSessions = 1_000;
const idleMs = 3_600_000;
/** Time after which a client that lost its connection should come back. */
const comeBackMs = 500;

interface Session {
  readonly owner: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly requests: OpenRequests;
  seenAtMs: number;
  /** Open streams for changes. */
  streams: number;
}

/** Sessions of clients of older versions, which introduce themselves once and then name their session. */
export interface Sessions {
  answer(request: Request, authInfo: AuthInfo, body: unknown): Promise<Outbound>;
}

export function createSessions(host: McpHost): Sessions {
  const open = new Map<string, Session>();
  const alone = legacyStatelessFallback(
    () => createServer(host, readSender),
    (error) => tell(host, error),
  );

  host.calls.closing.addEventListener('abort', () => {
    for (const { transport } of open.values()) transport.closeStandaloneSSEStream();
  });

  const drop = (id: string, session: Session) => {
    open.delete(id);
    void session.server.close().catch((error: unknown) => tell(host, error));
  };

  return Object.freeze({
    async answer(request: Request, authInfo: AuthInfo, body: unknown) {
      const id = request.headers.get('mcp-session-id');
      const options = { authInfo, ...(body === undefined ? {} : { parsedBody: body }) };
      if (id === null && !isInitializeRequest(body)) return fromResponse(await alone(request, options));
      const session = id === null ? await begin(host, open, drop, authInfo.clientId) : open.get(id);
      // A session of somebody else does not exist for this sender.
      if (session === undefined || session.owner !== authInfo.clientId)
        return toRpcOutbound(rpcError(404, { code: -32_001, message: 'Session not found' }));
      session.seenAtMs = Date.now();
      if (request.method === 'GET') countStream(session, request.signal);
      const taken = session.requests.take(body, request.signal);
      if (taken !== undefined) return toRpcOutbound(rpcError(400, idTaken(taken), taken));
      const response = await session.transport.handleRequest(request, options);
      if (response.ok) session.requests.endCancelled(body);
      else session.requests.forget(body);
      return fromResponse(response);
    },
  });
}

async function begin(
  host: McpHost,
  open: Map<string, Session>,
  drop: (id: string, session: Session) => void,
  owner: string,
): Promise<Session> {
  makeRoom(open, drop, owner);
  const server = createServer(host, readSender);
  const hush = forwardChanges(server, host);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    eventStore: createEventBuffer(),
    retryInterval: comeBackMs,
    onsessioninitialized: (id) => void open.set(id, session),
    onsessionclosed: (id) => void open.delete(id),
  });
  const requests = followRequests(transport);
  const session: Session = { owner, transport, server, requests, seenAtMs: Date.now(), streams: 0 };
  Object.assign(server, { onerror: (error: Error) => tell(host, error), onclose: hush });
  await server.connect(transport);
  return session;
}

/** Drops idle sessions; then the quietest one of an owner who has too many. */
function makeRoom(open: Map<string, Session>, drop: (id: string, session: Session) => void, owner: string): void {
  const now = Date.now();
  const counts = new Map<string, number>();
  for (const [id, session] of open) {
    if (session.streams === 0 && now - session.seenAtMs > idleMs) drop(id, session);
    else counts.set(session.owner, (counts.get(session.owner) ?? 0) + 1);
  }
  const isOverOwn = (counts.get(owner) ?? 0) >= maxSessionsOfOwner;
  if (!isOverOwn && open.size < maxSessions) return;
  const [most = owner] = [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  const leaving = isOverOwn ? owner : most;
  const [quietest] = [...open]
    .filter(([, session]) => session.owner === leaving)
    .toSorted(([, a], [, b]) => a.seenAtMs - b.seenAtMs);
  if (quietest !== undefined) drop(...quietest);
}

function idTaken(id: string | number): { readonly code: number; readonly message: string } {
  const message = `Cannot take the request: another one with the id ${JSON.stringify(id)} is still running`;
  return { code: ProtocolErrorCode.InvalidRequest, message };
}

function countStream(session: Session, ended: AbortSignal): void {
  session.streams += 1;
  ended.addEventListener('abort', () => (session.streams -= 1), { once: true });
}

function tell({ settings }: McpHost, error: unknown): void {
  settings.report(error, { path: '/mcp' });
}
