import { ToolRegistry, type RegistrySnapshot, type ToolRecord } from '@helve/core';
import { findTool, useTool } from './find-tool.js';
import { toolDocs } from './tool-docs.js';

/** Tools of the session itself; one of the application goes before one of the same name. */
export const builtInTools: readonly ToolRecord[] = [toolDocs, findTool, useTool];

const sealed = new Map<ToolRecord, RegistrySnapshot>();

/** Returns a registry of one built-in tool, created when it is first wanted. */
export function registryOf(tool: ToolRecord): RegistrySnapshot {
  const known = sealed.get(tool);
  if (known !== undefined) return known;
  const registry = new ToolRegistry();
  registry.addInline(tool);
  const snapshot = registry.snapshot();
  sealed.set(tool, snapshot);
  return snapshot;
}
