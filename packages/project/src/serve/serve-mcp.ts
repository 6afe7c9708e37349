import type { Readable, Writable } from 'node:stream';
import { visibleText, type ToolUser } from '@helve/core';
import type { Project } from '../open-project.js';
import { describeThrown } from '../module/describe-thrown.js';
import { openEvidence } from './open-evidence.js';
import { mcpOptions } from './mcp-options.js';
import { watchErrors } from './watch-errors.js';
import { openPorts, openServerCaller } from './open-ports.js';
import { hostWorkers, type ServerDoor } from './start-server.js';

/** The streams that an MCP client talks over. */
export interface McpPipes {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/**
 * Serves the tools of a project over MCP until the client leaves or the signal aborts; false where an exception that no
 * call has caught has ended it.
 */
export async function serveMcp(project: Project, door: ServerDoor, pipes: McpPipes): Promise<boolean> {
  await hostWorkers(project, door);
  const { io, notify } = door;
  const errors = watchErrors(notify);
  const projectCaller = await openServerCaller(project, (thrown) => notify(describeThrown(thrown)), errors);
  const { ports, close: closePorts } = await openPorts(project, projectCaller, { ...door, hooks: [errors.hook] });
  const { openMcpStdio } = await import('@helve/gateway');
  const served = await openMcpStdio(
    {
      caller: projectCaller.caller,
      ...(await openEvidence(projectCaller)),
      ...ports,
      callTimeoutMs: project.config.server.callTimeoutMs,
      mcp: { ...mcpOptions(project.config), readView: project.readView },
      onError: (error, { toolId }) => notify(`${visibleText(toolId ?? 'mcp')}: ${describeThrown(error)}`),
    },
    { user: toUser(project, io.user), ...pipes },
  );
  const stop = () => void served.close();
  io.signal.addEventListener('abort', stop, { once: true });
  errors.uncaught.addEventListener('abort', stop, { once: true });
  await served.closed;
  io.signal.removeEventListener('abort', stop);
  await closePorts();
  errors.close();
  return !errors.uncaught.aborted;
}

/** The user who started the process may run flows, unless the project offers none here; the config says whether they answer questions. */
function toUser({ config }: Project, user: string): ToolUser {
  return {
    id: user,
    scopes: config.expose.mcp?.builtIn === false ? [] : ['helve:flows'],
    ...(config.mcp.elicitation === 'trusted' ? { elicitation: 'trusted' } : {}),
  };
}
