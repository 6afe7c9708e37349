import type { ToolResponse } from '../envelope/tool-response.js';
import { sealStages } from '../registry/seal-tool.js';
import type { RegistrySnapshot } from '../registry/tool-registry.js';
import { callTool } from './call-tool.js';
import type { InvokeOptions } from './invoke-options.js';
import { invokeTool } from './invoke-tool.js';
import { planOf } from './tool-plan.js';

/** What holds for every call of a caller, whatever one of them says. */
type Rule = 'tools' | 'hooks' | 'globalHooksByStage' | 'registry' | 'resolve' | 'schemaMode' | 'auditMode';

/** What one call of a caller can still be told. */
export type CallerOptions = Omit<Partial<InvokeOptions>, Rule>;

/** Calls the tools of one registry under one set of rules. */
export interface Caller {
  readonly tools: RegistrySnapshot;
  invokeTool(options: CallerOptions): Promise<unknown>;
  callTool(options: CallerOptions): Promise<ToolResponse>;
  /** `callTool` by id. */
  executeTool(id: string, options?: CallerOptions): Promise<ToolResponse>;
}

/** Compiles the plan of every tool now, so that what is wrong shows before the first call, and none pays for it. */
export function createCaller(defaults: Partial<InvokeOptions> & { readonly tools: RegistrySnapshot }): Caller {
  const rules = sealRules(defaults);
  const fixed = Object.freeze({ ...defaults, ...rules });
  for (const tool of rules.tools.list()) planOf(tool, fixed);
  const merged = (options: CallerOptions) => ({ ...fixed, ...options, ...rules }) as InvokeOptions;
  return Object.freeze({
    tools: rules.tools,
    invokeTool: (options: CallerOptions) => invokeTool(merged(options)),
    callTool: (options: CallerOptions) => callTool(merged(options)),
    executeTool: (id: string, options: CallerOptions = {}) => callTool(merged({ ...options, tool: id })),
  });
}

/** Copies of the lists, which nobody else holds. */
function sealRules({
  tools,
  hooks,
  globalHooksByStage,
  registry,
  resolve,
  schemaMode,
  auditMode,
}: Parameters<typeof createCaller>[0]) {
  return Object.freeze({
    tools: snapshotOf(tools),
    hooks: hooks && Object.freeze([...hooks]),
    globalHooksByStage: globalHooksByStage && sealStages(globalHooksByStage),
    registry,
    resolve,
    schemaMode,
    auditMode,
  });
}

function snapshotOf(tools: RegistrySnapshot & { snapshot?(): RegistrySnapshot }): RegistrySnapshot {
  return tools.snapshot?.() ?? tools;
}
