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
import { readClientContext } from './call/client-context.js';
import { completeArgument } from './list/complete.js';
import type { McpSender, McpHost } from './mcp-host.js';
import { createProgressListener } from './call/progress-listener.js';
import { getPrompt, listPrompts } from './list/prompts.js';
import { questionIn } from './call/question.js';
import { listResources, listTemplates, readResource } from './resource/resources.js';
import { readRetryInput, toInputRequired, toPeer, type RetryInput } from './call/retry-input.js';
import { handleTasks, taskHandlers } from './task/task-handlers.js';
import { toListResult } from './list/tool-pages.js';
import type { McpPeer } from './call/peer.js';

/** Installs the handler of one method. */
type Install = (server: Server, host: McpHost, senderOf: (ctx: ServerContext) => McpSender) => void;

const installs: { readonly [method: string]: Install } = {
  'tools/list': (server, host, senderOf) =>
    server.setRequestHandler('tools/list', async ({ params }, ctx) => {
      const view = await toolsFor(host.settings, senderOf(ctx).user, 'mcp');
      return toListResult(host.pagesOf(view).page(params?.cursor), host.options.listTtlMs);
    }),
  'tools/call': (server, host, senderOf) =>
    server.setRequestHandler(
      'tools/call',
      // A task is a result too; the types of the SDK do not know the extension.
      async ({ params }, ctx) => {
        const sender = senderOf(ctx);
        const retry = readRetryInput(ctx, callPurpose(params.name), sender);
        const listener = createProgressListener(ctx);
        const { signal, release } = joinSignals(ctx.mcpReq.signal, host.calls.ending);
        const client = { ...readClientContext(server, ctx), signal };
        return (await answerToolCall(host, sender, client, params, retry, listener).finally(release)) as CallToolResult;
      },
    ),
  'resources/list': (server, host, senderOf) =>
    server.setRequestHandler('resources/list', ({ params }, ctx) =>
      listResources(host, senderOf(ctx).user, params?.cursor),
    ),
  'resources/templates/list': (server, host, senderOf) =>
    server.setRequestHandler('resources/templates/list', (_, ctx) => listTemplates(host, senderOf(ctx).user)),
  'resources/read': (server, host, senderOf) =>
    server.setRequestHandler('resources/read', ({ params }, ctx) => {
      const purpose = `resources/read ${params.uri}`;
      return asking(host, server, senderOf(ctx), ctx, purpose, (peer) =>
        readResource(host, params.uri, peer, ctx.mcpReq.signal),
      );
    }),
  'prompts/list': (server, host, senderOf) =>
    server.setRequestHandler('prompts/list', ({ params }, ctx) =>
      listPrompts(host, senderOf(ctx).user, params?.cursor),
    ),
  'prompts/get': (server, host, senderOf) =>
    server.setRequestHandler('prompts/get', ({ params: { name, arguments: values = {} } }, ctx) =>
      asking(host, server, senderOf(ctx), ctx, `prompts/get ${name}`, (peer) => getPrompt(host, name, values, peer)),
    ),
  'completion/complete': (server, host, senderOf) =>
    server.setRequestHandler('completion/complete', ({ params }, ctx) =>
      completeArgument(host, senderOf(ctx).user, params),
    ),
  ...Object.fromEntries(
    Object.entries(taskHandlers).map(([method, handler]): [string, Install] => [
      method,
      (server, host, senderOf) => handleTasks(server, method, handler, host, senderOf),
    ]),
  ),
};

/** Creates a server of the SDK: for one request, with the handler of its method only, or for a whole connection. */
export function createServer(host: McpHost, senderOf: (ctx: ServerContext) => McpSender, only?: string): Server {
  const server = new Server(host.info, {
    capabilities: host.capabilities,
    requestState: { verify: (state) => host.seal.open(state) },
    ...(host.options.instructions === undefined ? {} : { instructions: host.options.instructions }),
  });
  if (only === undefined) for (const install of Object.values(installs)) install(server, host, senderOf);
  else if (Object.hasOwn(installs, only)) installs[only]?.(server, host, senderOf);
  return server;
}

/** Runs work that may ask the client by throwing a question. */
async function asking<Answer extends Result>(
  host: McpHost,
  server: Server,
  sender: McpSender,
  ctx: ServerContext,
  purpose: string,
  work: (peer: McpPeer) => Promise<Answer>,
): Promise<Answer | InputRequiredResult> {
  const retry: RetryInput = readRetryInput(ctx, purpose, sender);
  try {
    return await work(toPeer(readClientContext(server, ctx), sender, retry));
  } catch (thrown) {
    const question = isToolError(thrown) ? questionIn(thrown) : undefined;
    if (question === undefined) throw thrown;
    const state = question.state === undefined ? {} : { state: question.state };
    return toInputRequired(host, sender, purpose, question.requests, state);
  }
}
