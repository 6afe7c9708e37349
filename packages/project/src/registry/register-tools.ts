import { getDefinition, isToolError, type Issue, type RegistrySnapshot } from '@helve/core';
import { projectErrors, countProblems, type ProblemDetail } from '../project-errors.js';
import { describeThrown } from '../module/describe-thrown.js';
import type { CollectedTool } from './collect-tools.js';
import { ProjectTools } from './project-tools.js';

/** A sealed registry, and where each tool in it comes from. */
export interface RegisteredTools {
  readonly tools: RegistrySnapshot;
  readonly origins: ReadonlyMap<string, CollectedTool>;
}

/** Registers all tools or none: reports every problem of every tool at once. */
export function registerTools(collected: readonly CollectedTool[], configFile: string): RegisteredTools {
  const registry = new ProjectTools();
  const origins = new Map<string, CollectedTool>();
  const findings: ProblemDetail[] = [];
  for (const item of collected) {
    try {
      origins.set(register(item, registry), item);
    } catch (thrown) {
      findings.push(...toFindings(thrown, item, origins));
    }
  }
  if (findings.length > 0) {
    const problem = `found ${countProblems(findings)}`;
    throw projectErrors.create('PROJECT_TOOLS_INVALID', { file: configFile, problem }, { details: { findings } });
  }
  return { tools: registry.seal(), origins };
}

/** Flow tools were held to their contracts when they became known to flows. */
function register(item: CollectedTool, registry: ProjectTools): string {
  const { later, kind, builtVersion } = item;
  if (builtVersion !== undefined) registry.addBuilt(builtVersion);
  if (later === undefined)
    return (kind === 'flow' ? registry.addInline(item.tool) : registry.addValidated(item.tool)).id;
  registry.addLater(later);
  return later.id;
}

function toFindings(
  thrown: unknown,
  item: CollectedTool,
  origins: ReadonlyMap<string, CollectedTool>,
): ProblemDetail[] {
  const where = item.from;
  if (isToolError(thrown, 'CALL_TOOL_DUPLICATE')) {
    const id = item.later?.id ?? (typeof item.tool === 'function' ? getDefinition(item.tool)?.name : item.tool.id);
    return [{ where, message: `The id "${id ?? ''}" is taken by ${origins.get(id ?? '')?.from ?? 'another tool'}` }];
  }
  const issues = isToolError(thrown) ? thrown.details?.['issues'] : undefined;
  if (!Array.isArray(issues)) return [{ where, message: describeThrown(thrown) }];
  return (issues as Issue[]).map(({ pointer, message, suggestion }) => ({
    where: `${where} ${pointer}`.trimEnd(),
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
  }));
}
