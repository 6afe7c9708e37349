import type { ToolEntry } from '@helve/flow';
import {
  FLOW_DESCRIBE,
  FLOW_PROCESS,
  policyFromMeta,
  readReply,
  readServedTools,
  remoteTool,
  type RemotePort,
} from '@helve/flow/engine';
import { fromWorkerError } from '@helve/worker/host';
import { toWorkerLocation } from '../worker/worker-location.js';
import { openWorkerHost, type WorkerHost } from '../worker/open-worker-host.js';
import type { HostParts } from '../flow/create-flow-host.js';

/** The flow tools that capabilities of a project serve from processes of their own. */
export interface RemoteTools {
  /** Starts a capability by its name and gives its tools; it serves until `close`. */
  toolsOf(capability: string): Promise<readonly ToolEntry[]>;
  close(): Promise<void>;
}

/** Time limit for a capability to describe its tools, since every command that looks at flows waits for it. */
const DESCRIBE_MS = 30_000;

/** Joins capabilities of workers to flows; nothing is started before the first is asked for. */
export function openRemoteTools({
  config,
  configFile,
  env,
  store,
}: Pick<HostParts, 'config' | 'configFile' | 'env' | 'store'>): RemoteTools {
  let opening: Promise<WorkerHost> | undefined;
  const open = () => {
    const location = toWorkerLocation(configFile, config, store);
    // Whoever makes a run stops it by the signal of the run; a command that only looks ends as any process does.
    const door = { io: { env, signal: new AbortController().signal }, notify: () => undefined };
    return openWorkerHost(location, door, { quiet: true });
  };
  return {
    async toolsOf(capability) {
      const workers = await (opening ??= open());
      try {
        return await describeTools(workers, capability);
      } catch (error) {
        throw fromWorkerError(error);
      }
    },
    async close() {
      // A failure to open was reported to the opener.
      const workers = await opening?.catch(() => undefined);
      await workers?.close();
    },
  };
}

async function describeTools(workers: WorkerHost, capability: string): Promise<readonly ToolEntry[]> {
  await workers.load(capability);
  const request = { action: FLOW_DESCRIBE };
  const answer = await workers.manager.call(capability, request, { timeouts: { totalMs: DESCRIBE_MS } });
  return readServedTools(answer, capability).map(({ meta, schema }) =>
    remoteTool(meta, schema, portTo(workers, capability, policyFromMeta(meta).idempotent)),
  );
}

/** Each batch is one call of the worker; after a crash it is sent again only where that does no harm. */
function portTo({ manager }: WorkerHost, capability: string, idempotent: boolean): RemotePort {
  return {
    async exchange(batch, { signal }) {
      try {
        const request = { action: FLOW_PROCESS, args: { ...batch } };
        return readReply(await manager.call(capability, request, { signal, idempotent }), capability);
      } catch (error) {
        throw fromWorkerError(error, { idempotent });
      }
    },
  };
}
