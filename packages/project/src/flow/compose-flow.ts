import type { ToolContract, ToolRecord } from '@helve/core';
import type { ToolInfo } from '@helve/flow';
import { callableTools, flowCheckTool, flowPreviewTool, toolFromFlowTool } from '@helve/flow/engine';
import { createThreadPool } from '@helve/worker/pool';
import { exchangeTool } from '../exchange/exchange-tool.js';
import { extractTool } from '../exchange/extract-tool.js';
import { mergeTool } from '../exchange/merge/merge-tool.js';
import { convertTool } from '../convert/convert-tool.js';
import { llmComplete } from '../model/llm-complete.js';
import { mtTranslate } from '../model/mt-translate.js';
import { runTool } from '../run/run-files.js';
import type { CollectedTool } from '../registry/collect-tools.js';
import type { ProjectWorkers } from '../worker/project-workers.js';
import { createFlowHost, type HostParts, type ProjectHost } from './create-flow-host.js';
import { execRun } from './exec-run.js';
import { isCapabilityPlugin } from '../plugin/load-plugins.js';
import { openFlowEnvironment, type FlowEnvironment } from './open-flow-environment.js';
import type { NamedRun } from './tools-for-run.js';

/** The flow environment of a project, and its records that can be called. */
export interface ComposedFlow {
  readonly environment: FlowEnvironment;
  readonly records: readonly CollectedTool[];
  /** Ends its threads. */
  close(): Promise<void>;
}

export async function composeFlow(
  project: HostParts,
  workers: Pick<ProjectWorkers, 'request'>,
  contractOf: (id: string) => ToolContract | undefined,
  run?: NamedRun,
): Promise<ComposedFlow> {
  const remote = project.config.plugins.some(isCapabilityPlugin)
    ? (await import('../plugin/remote-tools.js')).openRemoteTools(workers)
    : undefined;
  const threads = createThreadPool();
  const close = () => threads.close();
  try {
    const environment = await openFlowEnvironment(project.config, project.configFile, contractOf, { remote, run });
    const host = createFlowHost(environment, project, { threads, contractOf });
    const { env, config } = project;
    const forFlows = [
      flowCheckTool(host),
      runTool(host, config),
      flowPreviewTool(host),
      extractTool(host, config),
      exchangeTool(host, config),
      mergeTool(host, config),
      convertTool(host, config),
    ];
    const forSteps = [execRun(config, env), llmComplete(config, env), mtTranslate(config, env)];
    const plugins = new Map(
      environment.plugins.flatMap((plugin) => plugin.tools.map(({ name }) => [name, plugin.name])),
    );
    const records = [
      ...forFlows.map((tool) => ofHelve(tool, 'flows')),
      ...forSteps.map((tool) => ofHelve(tool, 'steps')),
      ...callableTools(host).map((info) => collected(info, host, plugins.get(info.name))),
    ];
    return { environment, records, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function ofHelve(tool: ToolRecord, audience: NonNullable<CollectedTool['audience']>): CollectedTool {
  return { tool, kind: 'flow', from: 'Helve', audience, later: { id: tool.id, make: () => tool } };
}

/** A tool that comes with Helve is made when somebody asks for it: most commands need none of them. */
function collected({ name }: ToolInfo, host: ProjectHost, plugin: string | undefined): CollectedTool {
  if (plugin !== undefined) return { tool: toolFromFlowTool(name, host), kind: 'flow', from: plugin };
  let made: ToolRecord | undefined;
  const make = () => (made ??= toolFromFlowTool(name, host));
  return {
    kind: 'flow',
    from: 'Helve',
    later: { id: name, make },
    get tool() {
      return make();
    },
  };
}
