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
import type { ProjectWorkers } from '../worker/project-workers.js';

/** The flow tools that capabilities of a project serve from processes of their own, which end with the workers of the project. */
export interface RemoteTools {
  /** Starts a capability by its name and gives its tools. */
  toolsOf(capability: string): Promise<readonly ToolEntry[]>;
}

/** Time limit for a capability to describe its tools, since every command that looks at flows waits for it. */
const DESCRIBE_MS = 30_000;

/** Joins capabilities of workers to flows; nothing is started before the first is asked for. */
export function openRemoteTools({ request }: Pick<ProjectWorkers, 'request'>): RemoteTools {
  return {
    async toolsOf(capability) {
      try {
        return await describeTools(request, capability);
      } catch (error) {
        throw fromWorkerError(error);
      }
    },
  };
}

async function describeTools(request: ProjectWorkers['request'], capability: string): Promise<readonly ToolEntry[]> {
  const signal = new AbortController().signal;
  const about = { id: capability, target: FLOW_DESCRIBE, value: {}, timeoutMs: DESCRIBE_MS };
  const { data } = await (await request())('call', { ...about, ...ofFlow, idempotent: true }, { signal, tell });
  return readServedTools(data, capability).map(({ meta, schema }) =>
    remoteTool(meta, schema, portTo(request, capability, policyFromMeta(meta).idempotent)),
  );
}

/** Each batch is one call of the worker; after a crash it is sent again only where that does no harm. */
function portTo(request: ProjectWorkers['request'], capability: string, idempotent: boolean): RemotePort {
  return {
    async exchange(batch, { signal }) {
      try {
        const about = { id: capability, target: FLOW_PROCESS, value: { ...batch } };
        const { data } = await (await request())('call', { ...about, ...ofFlow, idempotent }, { signal, tell });
        return readReply(data, capability);
      } catch (error) {
        throw fromWorkerError(error, { idempotent });
      }
    },
  };
}

const ofFlow = { actor: '', log: false, direct: true } as const;
const tell = () => undefined;
