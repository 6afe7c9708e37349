import { relative } from 'node:path';
import type { ToolRecord } from '@helve/core';
import { FLOW_DESCRIBE, FLOW_PROCESS } from '@helve/flow/engine';
import {
  CapabilityManager,
  toolsFromCapability,
  type AdapterManifest,
  type DiscoveryReport,
  type CapabilityFile,
} from '@helve/worker/host';
import type { CollectedTool } from '../registry/collect-tools.js';
import type { WorkerHost } from './open-worker-host.js';

/** Actions by which a capability serves flow tools: for the engine of flows, not for callers. */
const flowActions = [FLOW_DESCRIBE, FLOW_PROCESS];

/** A tool of a capability and the manifest that brought it. */
export interface CapabilityTool extends CollectedTool {
  readonly tool: ToolRecord;
}

export interface CapabilityToolsContext {
  /** Folder that shown paths are relative to. */
  readonly root: string;
  /** Begins the workers, if nobody has yet. */
  readonly open: () => Promise<Pick<WorkerHost, 'manager' | 'queue'>>;
  readonly say: (text: string) => void;
}

/** Turns every action and adapter method of the found capabilities into a tool; others are left out with a remark. */
export function capabilityTools(
  { capabilities, adapters, broken }: DiscoveryReport,
  { root, open, say }: CapabilityToolsContext,
): readonly CapabilityTool[] {
  for (const { reason } of broken) say(reason);
  const fitting = adapters.map(({ manifest }) => manifest);
  return capabilities.flatMap((found): CapabilityTool[] => {
    const from = relative(root, found.path);
    try {
      const tools = toolsForLater(withoutFlowActions(found), fitting, open);
      return tools.map((tool) => ({ tool, kind: 'capability', from }));
    } catch (thrown) {
      say(`${from} brings no tools: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return [];
    }
  });
}

/** Creates tools from a manifest alone; the worker is started with the first call. */
function toolsForLater(
  found: CapabilityFile,
  adapters: readonly AdapterManifest[],
  open: CapabilityToolsContext['open'],
): readonly ToolRecord[] {
  const toolsOn = ({ manager, queue }: Partial<WorkerHost> & Pick<WorkerHost, 'manager'>) =>
    toolsFromCapability(found, { manager, adapters, ...(queue && { queue }) });
  const begin = async () => new Map(toolsOn(await open()).map((tool) => [tool.id, tool]));
  let begun: ReturnType<typeof begin> | undefined;
  return toolsOn({ manager: new CapabilityManager() }).map((tool) => ({
    ...tool,
    execute: async (input, ctx) => (await (begun ??= begin())).get(tool.id)?.execute(input, ctx),
  }));
}

function withoutFlowActions(found: CapabilityFile): CapabilityFile {
  const { code } = found.manifest;
  const actions = (code.actions ?? []).filter(({ name }) => !flowActions.includes(name));
  return { ...found, manifest: { ...found.manifest, code: { ...code, actions } } };
}
