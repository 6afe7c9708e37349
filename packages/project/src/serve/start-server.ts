import { visibleText } from '@helve/core';
import type { Project } from '../open-project.js';
import { describeThrown } from '../module/describe-thrown.js';
import type { Notify, ProjectIo } from '../project-io.js';
import { serverAuth } from './server-auth.js';
import { openEvidence } from './open-evidence.js';
import { mcpOptions } from './mcp-options.js';
import { watchErrors } from './watch-errors.js';
import { openPorts, openServerCaller } from './open-ports.js';

/** Settings of one start of a server, over those of the config. */
export interface ServerRequest {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** Every caller has to show a key. */
  readonly withKeys?: boolean;
}

/** A server that answers. */
export interface ProjectServer {
  readonly url: string;
  /** True when callers have to say who they are. */
  readonly secured: boolean;
  /** Token that admits the user who started the server, where callers have no other identity. */
  readonly startToken: string | undefined;
  /** Number of tools for users who may use all areas. */
  readonly toolCount: number;
  /** Aborts with an exception that no call has caught: the server has to be closed. */
  readonly uncaught: AbortSignal;
  /** True when somebody who was granted nothing may call the tool. */
  isOpen(id: string): boolean;
  close(): Promise<void>;
}

/** Environment, signal, account and notifications of a server. */
export interface ServerDoor {
  readonly io: Pick<ProjectIo, 'env' | 'signal' | 'user'>;
  readonly notify: Notify;
}

/** Lets `helve worker` reach this server; loaded after the first requests, which it would keep waiting. */
export async function hostWorkers(project: Project, door: ServerDoor): Promise<void> {
  await (await import('../worker/host/host-workers.js')).hostWorkers(project, door);
}

/** Serves the tools of a project over HTTP: begins to answer, and leaves the workers for later. */
export async function startServer(project: Project, request: ServerRequest, door: ServerDoor): Promise<ProjectServer> {
  const { notify } = door;
  const { tools, config, workers } = project;
  const { auth, slots: _, ...server } = config.server;
  workers.host(door, { keep: true });
  const authenticated = await serverAuth(request.withKeys === true, auth, () => project.store.open());
  const errors = watchErrors(notify);
  const projectCaller = await openServerCaller(project, (thrown) => notify(describeThrown(thrown)), errors);
  const { ports, close: closePorts } = await openPorts(project, projectCaller, { ...door, hooks: [errors.hook] });
  const { areaScopes, createStartToken, startGateway } = await import('@helve/gateway');
  const startToken = authenticated === undefined ? createStartToken() : undefined;
  const gateway = await startGateway({
    caller: projectCaller.caller,
    ...(await openEvidence(projectCaller)),
    ...ports,
    ...server,
    auth: authenticated,
    startToken,
    mcp: { ...mcpOptions(config), readView: project.readView },
    host: request.host ?? server.host,
    port: request.port ?? server.port,
    onError: (error, { requestId, toolId }) =>
      notify(`${visibleText(`${toolId ?? 'gateway'} (request ${requestId ?? '-'})`)}: ${describeThrown(error)}`),
  });
  const trusted = { id: 'anonymous', scopes: areaScopes };
  return {
    url: gateway.url,
    secured: authenticated !== undefined,
    startToken,
    toolCount: tools.list().filter(({ id }) => projectCaller.grants(id, trusted, 'http') === undefined).length,
    isOpen: (id) => projectCaller.grants(id, { id: 'anonymous' }, 'http') === undefined,
    uncaught: errors.uncaught,
    close: async () => {
      await Promise.all([gateway.close(), closePorts()]);
      errors.close();
    },
  };
}
