import type { Report } from '@helve/core';
import type { GatewayOptions } from '@helve/gateway';
import type { House } from '../compose.js';
import { openLine, type Line } from '../line/open-line.js';
import type { Terminal } from '../terminal.js';
import type { HostedWorkers } from '../worker/host/host-workers.js';
import { createChatDesk } from './chat-desk.js';
import { createFlowRuns } from './flow-runs.js';
import { seenToolsOf } from './seen-tools.js';
import { createWorkerDesk } from './worker-desk.js';

/** The line of a server: as for any door, and a call that is repeated with its key runs once. */
export async function openServed(house: House, report: Report): Promise<Line> {
  if (house.config.govern === false) return openLine(house, { report });
  const { idempotency } = await import('@helve/govern');
  const store = await house.store.open();
  return openLine(house, { report, hooks: [idempotency({ store: store.idempotency })] });
}

/** What a gateway shows besides tools, and how it is put away. */
export interface OpenPorts {
  readonly ports: Pick<GatewayOptions, 'chats' | 'flows' | 'seenTools' | 'workers'>;
  close(): Promise<void>;
}

export async function openPorts(
  house: House,
  { caller, hooks }: Line,
  openWorkers: HostedWorkers['open'],
  { io, say }: Terminal,
): Promise<OpenPorts> {
  const seenTools = seenToolsOf(hooks);
  const flows = createFlowRuns(house, caller);
  const chats = createChatDesk(house, { io, say }, seenTools);
  return {
    ports: { seenTools, flows, chats, workers: createWorkerDesk(openWorkers) },
    close: async () => void (await Promise.all([flows.close(), chats.close()])),
  };
}
