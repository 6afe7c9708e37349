import type { RegistrySnapshot, Report, ToolHook } from '@helve/core';
import type { GatewayOptions, Grants } from '@helve/gateway';
import type { ChatDoor } from '../chat/open-chat.js';
import type { Project } from '../open-project.js';
import { openCaller, type ProjectCaller } from '../caller/open-caller.js';
import type { HostedWorkers } from '../worker/host/host-workers.js';
import { createChatDesk } from './create-chats.js';
import { createFlowRuns } from './create-flow-runs.js';
import { seenToolsOf } from './seen-tools.js';
import { createWorkerDesk } from './create-worker-port.js';

/** The line of a server, and what keeps a caller from a tool. */
export interface ServedLine extends ProjectCaller {
  readonly grants: Grants;
}

/** The line of a server: as for any door, for those who were granted a tool, and a call that is repeated with its key runs once. */
export async function openServed(house: Project, report: Report): Promise<ServedLine> {
  const { createGrants, grantsHook } = await import('./create-grants.js');
  const grants = createGrants(house.origins, house.config.expose);
  const hooks = [grantsHook(grants), ...(await hooksOf(house))];
  const line = await openCaller({ ...house, tools: listingOwn(house) }, { report, hooks });
  return { ...line, grants, caller: { ...line.caller, tools: house.tools } };
}

async function hooksOf({ config, store }: Project): Promise<ToolHook[]> {
  if (config.govern === false) return [];
  const { idempotency } = await import('@helve/govern');
  return [idempotency({ store: (await store.open()).idempotency })];
}

/** The same tools, of which those of Helve are planned when they are called: nothing is wrong with them, and they are many. */
function listingOwn({ tools, origins }: Project): RegistrySnapshot {
  const own = [...origins].filter(([, { later }]) => later === undefined).flatMap(([id]) => tools.get(id) ?? []);
  return {
    version: tools.version,
    size: tools.size,
    get: (id) => tools.get(id),
    list: () => own,
    contracts: () => tools.contracts(),
  };
}

/** What a gateway shows besides tools, and how it is put away. */
export interface OpenPorts {
  readonly ports: Pick<GatewayOptions, 'chats' | 'flows' | 'grants' | 'seenTools' | 'workers'>;
  close(): Promise<void>;
}

export async function openPorts(
  house: Project,
  { caller, hooks, grants }: ServedLine,
  openWorkers: HostedWorkers['open'],
  door: Pick<ChatDoor, 'io' | 'say'>,
): Promise<OpenPorts> {
  const seenTools = seenToolsOf(hooks);
  const flows = createFlowRuns(house, caller);
  const chats = createChatDesk(house, door, seenTools);
  return {
    ports: { grants, seenTools, flows, chats, workers: createWorkerDesk(openWorkers) },
    close: async () => void (await Promise.all([flows.close(), chats.close()])),
  };
}
