import type { ToolInvokeContext } from './context.js';
import type { ToolHookStage } from './stage.js';
import type { ToolRecord } from './tool.js';

type StageMethods = {
  [S in Exclude<ToolHookStage, 'aroundExecute'>]?: (ctx: ToolInvokeContext) => unknown;
};

/** One rule or observer of calls: any of the stages, as methods of the same name. */
export interface ToolHook extends StageMethods {
  readonly name?: string;
  /** Asks for `ctx.trace` to be kept; else it is only where somebody traces the call. */
  readonly keepsTrace?: boolean;
  /** Asks a person before a call that needs one, or refuses it. Without such a hook these calls are refused. */
  readonly asksPeople?: boolean;
  /** Higher runs earlier for `will*`, `around*` and `on*`, and later for `did*`. */
  priority?(): number;
  /** False leaves the hook out of a stage of this tool; asked once for a tool, when its calls are planned. */
  appliesTo?(tool: ToolRecord, stage: ToolHookStage): boolean;
  /** False skips the hook for this call. */
  filter?(ctx: ToolInvokeContext): boolean | Promise<boolean>;
  /** Runs what is inside by `next`, or by `nextNow`, which gives or throws at once what need not be waited for. */
  aroundExecute?(ctx: ToolInvokeContext, next: () => Promise<unknown>, nextNow: () => unknown): unknown;
  /** Redacts one chunk of a streamed output; without it chunks wait for the end. */
  redactChunk?(chunk: unknown, ctx: ToolInvokeContext): unknown;
}

/** A class that makes hooks. */
export type ToolHookClass = new () => ToolHook;

/** A hook, or a class that makes one. */
export type ToolHookSource = ToolHook | ToolHookClass;

/** Hooks listed under the stage they take part in. */
export type HooksByStage = { [S in ToolHookStage]?: ToolHookSource[] };

/** Makes an instance of a class: the bridge to an application's own container. */
export type ToolResolveFn = <T>(target: new () => T) => T;
