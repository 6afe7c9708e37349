import type { ToolContract } from '@helve/core';
import { flowRecords } from '@helve/flow';
import { llmComplete } from '../model/llm-complete.js';
import { mtTranslate } from '../model/mt-translate.js';
import type { CollectedTool } from '../tool/collect-tools.js';
import { createFlowHost, type HostParts } from './create-flow-host.js';
import { execRun } from './exec-run.js';
import { isCapabilityPlugin } from './load-plugins.js';
import { openFlowRoom, type FlowRoom } from './open-flow-room.js';

/** The flow room of a project, and everything in it that can be called. */
export interface ComposedFlow {
  readonly room: FlowRoom;
  readonly records: readonly CollectedTool[];
  /** Ends the workers of its tools. */
  close(): Promise<void>;
}

export async function composeFlow(
  project: HostParts,
  contractOf: (id: string) => ToolContract | undefined,
): Promise<ComposedFlow> {
  const remote = project.config.plugins.some(isCapabilityPlugin)
    ? (await import('./remote-tools.js')).openRemoteTools(project)
    : undefined;
  const close = async () => remote?.close();
  try {
    const room = await openFlowRoom(project.config, project.configFile, contractOf, remote);
    const host = createFlowHost(room, project);
    const { env, config } = project;
    const tools = [...flowRecords(host), execRun(env), llmComplete(config.models, env), mtTranslate(env)];
    return { room, records: tools.map((tool) => ({ tool, kind: 'flow', from: 'Helve' }) as const), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
