import { relative } from 'node:path';
import type { ToolRecord } from '@helve/core';
import { FLOW_DESCRIBE, FLOW_PROCESS } from '@helve/flow';
import { toolsFromCapability, type DiscoveryReport, type FoundCapability } from '@helve/worker';
import type { CollectedTool } from '../tool/collect-tools.js';
import type { Workers } from './workers.js';

/** How a capability serves flow tools; these actions are for the engine of flows, not for callers. */
const flowActions = [FLOW_DESCRIBE, FLOW_PROCESS];

/** A tool of a capability and the manifest that brought it. */
export interface CapabilityTool extends CollectedTool {
  readonly tool: ToolRecord;
}

export interface CapabilityToolsPlace extends Pick<Workers, 'manager' | 'queue'> {
  /** The folder that paths are told from. */
  readonly root: string;
  readonly say: (text: string) => void;
}

/** Every action and adapter method of the capabilities that were found, as tools; what makes none is told and left out. */
export function capabilityTools(
  { capabilities, adapters, broken }: DiscoveryReport,
  place: CapabilityToolsPlace,
): readonly CapabilityTool[] {
  for (const { reason } of broken) place.say(reason);
  const fitting = adapters.map(({ manifest }) => manifest);
  return capabilities.flatMap((found): CapabilityTool[] => {
    const from = relative(place.root, found.path);
    try {
      const { manager, queue } = place;
      const tools = toolsFromCapability(withoutFlowActions(found), { manager, queue, adapters: fitting });
      return tools.map((tool) => ({ tool, kind: 'record', from }));
    } catch (thrown) {
      place.say(`${from} brings no tools: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return [];
    }
  });
}

function withoutFlowActions(found: FoundCapability): FoundCapability {
  const { code } = found.manifest;
  const actions = (code.actions ?? []).filter(({ name }) => !flowActions.includes(name));
  return { ...found, manifest: { ...found.manifest, code: { ...code, actions } } };
}
