import type { ToolInvokeContext } from './context.js';
import type { SchemaOutput, ToolSchema } from './schema.js';
import type { ToolHookStage } from './stage.js';
import type { ToolResult } from './tool.js';

type BeforeInputCheck =
  | 'willCreateInvokeContext'
  | 'didCreateInvokeContext'
  | 'willBindProviders'
  | 'willAuthorize'
  | 'willCheckConsent'
  | 'willCheckFeatureFlags'
  | 'willAcquireQuota'
  | 'willAcquireSemaphore'
  | 'willParseInput';

type BeforeOutput =
  | BeforeInputCheck
  | 'willValidateInput'
  | 'willNormalizeInput'
  | 'willRedactInput'
  | 'willInjectSecrets'
  | 'willReadCache'
  | 'didCacheMiss'
  | 'aroundExecute'
  | 'onRetry'
  | 'willExecute';

/** Stages of successful calls only, where there is an output for sure. */
type WithOutput =
  | 'didCacheHit'
  | 'didExecute'
  | 'willWriteCache'
  | 'willRedactOutput'
  | 'willValidateOutput'
  | 'willTransformOutput';

// Stages that failed calls reach too have an input that may never have been checked.
type InputAt<Stage, In> = Stage extends BeforeInputCheck | ErrorLine ? unknown : SchemaOutput<In>;
type ErrorLine = Exclude<ToolHookStage, BeforeOutput | WithOutput | 'onGiveUp'>;

type OutputAt<Stage, Out> = Stage extends BeforeOutput
  ? unknown
  : { output: Stage extends WithOutput ? ToolResult<Out> : ToolResult<Out> | undefined };

/** The context as the hooks of one stage see it: the input is typed once it was checked, and there is no output before there is one. */
export type HookContext<
  Stage extends ToolHookStage = ToolHookStage,
  In extends ToolSchema = ToolSchema,
  Out extends ToolSchema | undefined = undefined,
> = Omit<ToolInvokeContext, 'input' | 'output'> & { input: InputAt<Stage, In> } & OutputAt<Stage, Out>;

type StageMethods<In extends ToolSchema, Out extends ToolSchema | undefined> = {
  readonly [S in Exclude<ToolHookStage, 'aroundExecute'>]?: (ctx: HookContext<S, In, Out>) => unknown;
};

/** A hook as its author writes it, with the context of each stage. */
export interface HookSource<In extends ToolSchema, Out extends ToolSchema | undefined> extends StageMethods<In, Out> {
  readonly name?: string;
  readonly priority?: () => number;
  readonly filter?: (ctx: ToolInvokeContext) => boolean | Promise<boolean>;
  readonly aroundExecute?: (
    ctx: HookContext<'aroundExecute', In, Out>,
    next: () => Promise<unknown>,
    nextNow: () => unknown,
  ) => unknown;
  readonly redactChunk?: (chunk: unknown, ctx: ToolInvokeContext) => unknown;
  readonly keepsTrace?: boolean;
  readonly asksPeople?: boolean;
}
