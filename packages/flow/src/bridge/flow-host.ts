import type { JsonObject, ToolInvokeContext } from '@helve/core';
import type { AdmitConfig } from '../check/compile-env.js';
import type { LocaleId } from '../contract/block.js';
import type { FileAccess } from '../contract/file-access.js';
import type { FormatResolver } from '../contract/format.js';
import type { FlowPlan } from '../contract/plan.js';
import type { Resources } from '../contract/tool.js';
import type { ParsedFlow } from '../document/outline.js';
import type { FlowToolRegistry } from '../tool/flow-tool-registry.js';
import type { ExecStep } from './exec-steps.js';

/** Defaults of a project for calls. */
export interface FlowDefaults {
  readonly sourceLocale: LocaleId;
  readonly targetLocales: readonly LocaleId[];
  /** Config by tool, under that of each step. */
  readonly presets: { readonly [tool: string]: JsonObject };
}

/** Resources opened for a run and closed after it. */
export interface OpenedResources {
  readonly resources: Resources;
  close(): Promise<void>;
}

/** Port through which flow records reach the project. */
export interface FlowHost {
  readonly tools: FlowToolRegistry;
  readonly formats: FormatResolver;
  readonly defaults: FlowDefaults;
  /** A flow by its id or by the path of its document. */
  findFlow(name: string, ctx: ToolInvokeContext): Promise<ParsedFlow | undefined>;
  /** Where a path of this caller leads; throws for a file that they may not read. */
  fileFor(path: string, ctx: ToolInvokeContext): Promise<string>;
  /** The files that this caller may open. */
  filesFor(ctx: ToolInvokeContext): FileAccess;
  /** Says what steps may name that this caller has written, or that stand in this file; undefined lets them name anything. */
  admitFor(ctx: ToolInvokeContext, file: string | undefined): Promise<AdmitConfig | undefined>;
  /** True when this caller may run these programs and scripts. */
  trustsExec(steps: readonly ExecStep[], file: string | undefined, ctx: ToolInvokeContext): Promise<boolean>;
  openResources(plan: FlowPlan, ctx: ToolInvokeContext): Promise<OpenedResources>;
}
