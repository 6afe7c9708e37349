import type { RegistrySnapshot, Report, ToolHook } from '@helve/core';
import type { GatewayOptions, Grants } from '@helve/gateway';
import type { ChatDoor } from '../chat/conversation-options.js';
import type { Project } from '../open-project.js';
import { openCaller, type ProjectCaller } from '../caller/open-caller.js';
import { createChats } from './create-chats.js';
import { createVoices } from './create-voices.js';
import { openJobs, type ProjectJobs } from '../job/open-jobs.js';
import { createFlowRuns } from './create-flow-runs.js';
import { createJobs } from './create-jobs.js';
import { visibleToolsPort } from './visible-tools-port.js';
import { createWorkerPort } from './create-worker-port.js';
import type { ErrorWatch } from './watch-errors.js';

/** The line of a server, and what keeps a caller from a tool. */
export interface ServerCaller extends ProjectCaller {
  readonly grants: Grants;
  readonly jobs: ProjectJobs;
}

/** The line of a server: as for any door, for those who were granted a tool, and a call that is repeated with its key runs once. */
export async function openServerCaller(
  project: Project,
  report: Report,
  errors: Pick<ErrorWatch, 'hook'>,
): Promise<ServerCaller> {
  const { createGrants, grantsHook } = await import('./create-grants.js');
  const grants = createGrants(project.origins, project.config.expose);
  const jobs = openJobs(project, (thrown) => report(thrown, { toolId: 'jobs', requestId: '-' }));
  const hooks = [grantsHook(grants), errors.hook, ...(await composeHooks(project)), ...jobs.hooks];
  const projectCaller = await openCaller({ ...project, tools: listingOwn(project) }, { report, hooks });
  return { ...projectCaller, grants, jobs, caller: { ...projectCaller.caller, tools: project.tools } };
}

async function composeHooks({ config, store }: Project): Promise<ToolHook[]> {
  if (config.govern === false) return [];
  const { idempotency } = await import('@helve/govern');
  return [idempotency({ store: (await store.open()).idempotency })];
}

/** Wraps a registry so that it lists only the tools of the project; the many that come with Helve are planned when they are called. */
function listingOwn({ tools, origins }: Project): RegistrySnapshot {
  return {
    get version() {
      return tools.version;
    },
    get size() {
      return tools.size;
    },
    get: (id) => tools.get(id),
    list: () => [...origins].filter(([, { later }]) => later === undefined).flatMap(([id]) => tools.get(id) ?? []),
    contracts: () => tools.contracts(),
  };
}

/** Ports of a gateway besides its tools, and how to close them. */
export interface OpenPorts {
  readonly ports: Pick<GatewayOptions, 'chats' | 'voices' | 'flows' | 'jobs' | 'grants' | 'seenTools' | 'workers'>;
  close(): Promise<void>;
}

export async function openPorts(
  project: Project,
  { caller, hooks, grants, jobs }: ServerCaller,
  door: Pick<ChatDoor, 'io' | 'notify' | 'hooks'>,
): Promise<OpenPorts> {
  const seenTools = visibleToolsPort(hooks);
  const port = createJobs(jobs);
  const flows = createFlowRuns(project, caller, jobs, port);
  jobs.work(caller, project.config.server.slots);
  const chats = createChats(project, door, seenTools);
  const voices = createVoices(project, door, seenTools);
  return {
    ports: { grants, seenTools, flows, jobs: port, chats, voices, workers: createWorkerPort(project) },
    close: async () => void (await Promise.all([jobs.close(), chats.close()])),
  };
}
