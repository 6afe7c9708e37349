import { isToolError, joinSignals } from '@helve/core';
import {
  Server,
  type CallToolResult,
  type InputRequiredResult,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { toolsFor } from '../auth/tools-for.js';
import { answerToolCall, callPurpose } from './call/answer-tool-call.js';
import { clientOf } from './call/client-context.js';
import { completeArgument } from './list/complete.js';
import type { Exchange, McpHost } from './mcp-host.js';
import { tellProgress } from './call/progress-listener.js';
import { getPrompt, listPrompts } from './list/prompts.js';
import { questionIn } from './call/question.js';
import { listResources, listTemplates, readResource } from './resource/resources.js';
import { readRound, toInputRequired, toPeer, type Round } from './call/retry-input.js';
import { handleTasks, taskHandlers } from './task/task-handlers.js';
import { toListResult } from './list/tool-pages.js';
import type { McpPeer } from './call/peer.js';

/** Lets one method be answered. */
type Install = (server: Server, host: McpHost, exchangeOf: (ctx: ServerContext) => Exchange) => void;

const installs: { readonly [method: string]: Install } = {
  'tools/list': (server, host, exchangeOf) =>
    server.setRequestHandler('tools/list', async ({ params }, ctx) => {
      const view = await toolsFor(host.settings, exchangeOf(ctx).user, 'mcp');
      return toListResult(host.pagesOf(view).page(params?.cursor), host.options.listTtlMs);
    }),
  'tools/call': (server, host, exchangeOf) =>
    server.setRequestHandler(
      'tools/call',
      // A task is a result too; the types of the SDK do not know the extension.
      async ({ params }, ctx) => {
        const exchange = exchangeOf(ctx);
        const round = readRound(ctx, callPurpose(params.name), exchange);
        const ear = tellProgress(ctx);
        const { signal, release } = joinSignals(ctx.mcpReq.signal, host.calls.ending);
        const client = { ...clientOf(server, ctx), signal };
        return (await answerToolCall(host, exchange, client, params, round, ear).finally(release)) as CallToolResult;
      },
    ),
  'resources/list': (server, host, exchangeOf) =>
    server.setRequestHandler('resources/list', ({ params }, ctx) =>
      listResources(host, exchangeOf(ctx).user, params?.cursor),
    ),
  'resources/templates/list': (server, host, exchangeOf) =>
    server.setRequestHandler('resources/templates/list', (_, ctx) => listTemplates(host, exchangeOf(ctx).user)),
  'resources/read': (server, host, exchangeOf) =>
    server.setRequestHandler('resources/read', ({ params }, ctx) => {
      const purpose = `resources/read ${params.uri}`;
      return asking(host, server, exchangeOf(ctx), ctx, purpose, (peer) => readResource(host, params.uri, peer));
    }),
  'prompts/list': (server, host, exchangeOf) =>
    server.setRequestHandler('prompts/list', ({ params }, ctx) =>
      listPrompts(host, exchangeOf(ctx).user, params?.cursor),
    ),
  'prompts/get': (server, host, exchangeOf) =>
    server.setRequestHandler('prompts/get', ({ params: { name, arguments: values = {} } }, ctx) =>
      asking(host, server, exchangeOf(ctx), ctx, `prompts/get ${name}`, (peer) => getPrompt(host, name, values, peer)),
    ),
  'completion/complete': (server, host, exchangeOf) =>
    server.setRequestHandler('completion/complete', ({ params }, ctx) =>
      completeArgument(host, exchangeOf(ctx).user, params),
    ),
  ...Object.fromEntries(
    Object.entries(taskHandlers).map(([method, handler]): [string, Install] => [
      method,
      (server, host, exchangeOf) => handleTasks(server, method, handler, host, exchangeOf),
    ]),
  ),
};

/** A server for one request, which answers nothing but its method, or for a whole connection. */
export function createServer(host: McpHost, exchangeOf: (ctx: ServerContext) => Exchange, only?: string): Server {
  const server = new Server(host.info, {
    capabilities: host.capabilities,
    requestState: { verify: (state) => host.seal.open(state) },
    ...(host.options.instructions === undefined ? {} : { instructions: host.options.instructions }),
  });
  if (only === undefined) for (const install of Object.values(installs)) install(server, host, exchangeOf);
  else if (Object.hasOwn(installs, only)) installs[only]?.(server, host, exchangeOf);
  return server;
}

/** Runs what may ask the client something by throwing a question. */
async function asking<Answer extends Result>(
  host: McpHost,
  server: Server,
  exchange: Exchange,
  ctx: ServerContext,
  purpose: string,
  work: (peer: McpPeer) => Promise<Answer>,
): Promise<Answer | InputRequiredResult> {
  const round: Round = readRound(ctx, purpose, exchange);
  try {
    return await work(toPeer(clientOf(server, ctx), exchange, round));
  } catch (thrown) {
    const question = isToolError(thrown) ? questionIn(thrown) : undefined;
    if (question === undefined) throw thrown;
    const kept = question.state === undefined ? {} : { state: question.state };
    return toInputRequired(host, exchange, purpose, question.requests, kept);
  }
}
