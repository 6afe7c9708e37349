import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import { WebSocketServer } from 'ws';
import type { GatewaySettings } from '../gateway-settings.js';
import { findConnection, type Connections } from '../http/connections.js';
import { MessageRequest, refuseUnreadable, writeOutbound } from '../http/node-server.js';
import type { Pipeline } from '../http/pipeline.js';
import { toUpgradeHeaders, voiceProtocol } from './upgrade-headers.js';

/** Answers every request for a WebSocket: the pipeline decides as for any other, and its route takes the socket. */
export function serveUpgrades(
  server: Server,
  pipeline: Pipeline,
  connections: Connections,
  settings: GatewaySettings,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: settings.maxBodyBytes,
    perMessageDeflate: false,
    // Never one that holds a key.
    handleProtocols: (offered) => (offered.has(voiceProtocol) ? voiceProtocol : false),
  });
  const serve = async (incoming: IncomingMessage, head: Buffer) => {
    const connection = findConnection(incoming);
    const { socket } = connection;
    // A client that leaves is noticed by its connection.
    socket.on('error', () => undefined);
    connection.waiting += 1;
    try {
      const request = new MessageRequest(incoming, connection, toUpgradeHeaders(incoming.headers));
      const response = request.isReadable ? await pipeline(request) : refuseUnreadable(request, settings);
      const { accept } = response;
      if (accept !== undefined) return sockets.handleUpgrade(incoming, socket, head, accept);
      const outgoing = new ServerResponse(incoming);
      outgoing.shouldKeepAlive = false;
      outgoing.assignSocket(socket);
      outgoing.once('finish', () => socket.destroySoon());
      await writeOutbound(response, outgoing, connections.closing);
    } catch (thrown) {
      if (!socket.destroyed) settings.report(thrown, {});
      socket.destroy();
    } finally {
      connection.waiting -= 1;
    }
  };
  server.on('upgrade', (incoming, _socket, head) => void serve(incoming, head));
}
