import type { Json, JsonObject } from '@helve/core';
import type { LocaleId } from '../contract/block.js';
import type { BindingKind, ErrorPolicy } from '../contract/flow-document.js';
import type { Requirement } from '../contract/meta.js';
import type { StatedTargets } from '../locale/plan-passes.js';
import type { FlowToolRegistry } from '../tool/flow-tool-registry.js';
import type { ToolInfo } from '../tool/tool-info.js';
import type { SourceBinding } from './start-ports.js';

/** The tools that a flow is compiled against. */
export type ToolCatalog = Pick<FlowToolRegistry, 'get' | 'list' | 'suggest'> &
  Partial<Pick<FlowToolRegistry, 'folder'>>;

/** Looks at the config of a step, of the project or of the flow; throws for what whoever wrote it may not name. */
export type AdmitConfig = (tool: ToolInfo, config: JsonObject, by: 'project' | 'flow') => void;

/** The run that a flow is compiled for. */
export interface CompileEnv {
  readonly sourceLocale: LocaleId;
  /** Absent means that they are not known yet, so that no step can lack one. */
  readonly targetLocales?: readonly LocaleId[] | undefined;
  /** True when the run itself named the targets, rather than the project. */
  readonly targetsFromRun?: boolean | undefined;
  /** Targets that the files of the run state themselves, where the run names none. */
  readonly stated?: StatedTargets | undefined;
  /** Absent means not bound yet. */
  readonly source?: SourceBinding | undefined;
  readonly sink?: BindingKind | undefined;
  /** Config of the project by tool, under the config of each step. */
  readonly presets?: { readonly [tool: string]: JsonObject } | undefined;
  /** Absent lets steps name anything. */
  readonly admit?: AdmitConfig | undefined;
  /** Resources of the run; absent means unknown, so that nothing can be missing. */
  readonly offers?: readonly Requirement[] | undefined;
  /** Missing memories and termbases are errors. */
  readonly strict?: boolean | undefined;
  /** The programs and scripts that the flow names have been consented to. */
  readonly execTrusted?: boolean | undefined;
  readonly redactionRequired?: boolean | undefined;
  readonly parallelBlocks?: number | undefined;
  /** The error policy of steps that state none. */
  readonly onError?: ErrorPolicy | undefined;
  /** Digests of what shapes a step's results besides its config: a prompt, a glossary, rules. */
  digestsOf?(tool: string, config: { readonly [name: string]: Json }): Readonly<Record<string, string>>;
}
