import type { ToolInvokeContext } from './context.js';

/** The stages in the life of a call, in the order of the lifecycle page. */
export const ToolHookStage = Object.freeze({
  willCreateInvokeContext: 'willCreateInvokeContext',
  didCreateInvokeContext: 'didCreateInvokeContext',
  willBindProviders: 'willBindProviders',
  willAuthorize: 'willAuthorize',
  willCheckConsent: 'willCheckConsent',
  willCheckFeatureFlags: 'willCheckFeatureFlags',
  willAcquireQuota: 'willAcquireQuota',
  willAcquireSemaphore: 'willAcquireSemaphore',
  willParseInput: 'willParseInput',
  willValidateInput: 'willValidateInput',
  willNormalizeInput: 'willNormalizeInput',
  willRedactInput: 'willRedactInput',
  willInjectSecrets: 'willInjectSecrets',
  willReadCache: 'willReadCache',
  didCacheHit: 'didCacheHit',
  didCacheMiss: 'didCacheMiss',
  aroundExecute: 'aroundExecute',
  onRetry: 'onRetry',
  willExecute: 'willExecute',
  didExecute: 'didExecute',
  onGiveUp: 'onGiveUp',
  willWriteCache: 'willWriteCache',
  willRedactOutput: 'willRedactOutput',
  willValidateOutput: 'willValidateOutput',
  willTransformOutput: 'willTransformOutput',
  willAudit: 'willAudit',
  didAudit: 'didAudit',
  onMetrics: 'onMetrics',
  didReleaseSemaphore: 'didReleaseSemaphore',
  didReleaseQuota: 'didReleaseQuota',
  onError: 'onError',
  willFinalizeInvoke: 'willFinalizeInvoke',
} as const);
export type ToolHookStage = (typeof ToolHookStage)[keyof typeof ToolHookStage];

type StageMethods = {
  [S in Exclude<ToolHookStage, 'aroundExecute'>]?: (ctx: ToolInvokeContext) => unknown;
};

/** One rule or observer of calls: any of the stages, as methods of the same name. */
export interface ToolHook extends StageMethods {
  readonly name?: string;
  /** Higher runs earlier for `will*`, `around*` and `on*`, and later for `did*`. */
  priority?(): number;
  /** False skips the hook for this call. */
  filter?(ctx: ToolInvokeContext): boolean | Promise<boolean>;
  aroundExecute?(ctx: ToolInvokeContext, next: () => Promise<unknown>): unknown;
}

/** A hook, or a class that makes one. */
export type ToolHookSource = ToolHook | (new () => ToolHook);

/** Hooks listed under the stage they take part in. */
export type HooksByStage = { [S in ToolHookStage]?: ToolHookSource[] };
