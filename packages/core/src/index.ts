export { drive, type Steps } from './async/drive.js';
export { andThen, gather, isPending, isThenable, type MaybePromise } from './async/maybe-promise.js';
export {
  combinedDigestOf,
  contractDigestOf,
  providerDigestOf,
  providersDigestOf,
  registryVersionOf,
  type DeclaredTool,
  type DigestMap,
  handlerDigestOf,
} from './artifact/digests.js';
export { assertHandler } from './artifact/check-artifact.js';
export type { ArtifactToolSource, HandlerLookup, HandlerMap } from './artifact/artifact-tools.js';
export { claimedFileDigest, FILE_DIGEST_LENGTH, withFileDigest } from './artifact/file-digest.js';
export type { HandlerSource } from './artifact/folder-handler.js';
export {
  contextHandler,
  handlerCapabilities,
  handlerSession,
  type HandlerContext,
  type HandlerFacts,
  type HandlerMeta,
} from './artifact/handler-context.js';
export { emptyArtifact, loadRegistry, type LoadRegistryOptions } from './artifact/load-registry.js';
export {
  LoadedRegistry,
  type ExecuteRequest,
  type FormOptions,
  type LockOptions,
  type ProviderSchemasOptions,
  type StrictChoice,
  type ToolMetadata,
  type ToolSummary,
} from './artifact/loaded-registry.js';
export type { ProviderSources } from './artifact/provider-forms.js';
export type { NamesSource } from './artifact/provider-names.js';
export { asVerified } from './artifact/verified.js';
export { warn, type Warning } from './envelope/warn.js';
export type {
  ApprovalClaim,
  ApprovalDecision,
  ApprovalKind,
  ApprovalRecord,
  ApprovalRefusal,
  ApprovalRequest,
  ApprovalFilter,
  ApprovalState,
  ApprovalStore,
  ApprovalTaken,
} from './contract/approval.js';
export type { ArtifactTool, ProviderFile, RegistryArtifact } from './contract/artifact.js';
export { callAfter } from './time/call-after.js';
export { sleep, type Sleep } from './time/sleep.js';
export { untilAborted } from './time/until-aborted.js';
export { Semaphore } from './time/semaphore.js';
export { deepEqual } from './json/deep-equal.js';
export {
  publicDoors,
  type CallOrigin,
  type NestedCallOptions,
  type ToolInvokeContext,
  type ToolUser,
} from './contract/context.js';
export type { Ask, AskAnswer, AskQuestion } from './contract/ask.js';
export { deepFreeze, frozenCopy } from './json/deep-freeze.js';
export { diffJson, type JsonDifference } from './json/diff-json.js';
export type { ExecutePort } from './contract/execute.js';
export type { ExecutionFacts } from './contract/execution-facts.js';
export { executionOf, noteExecution } from './envelope/execution-facts.js';
export type { HookContext, HookSource } from './contract/hook-context.js';
export type { HooksByStage, ToolHook, ToolHookClass, ToolHookSource, ToolResolveFn } from './contract/hook.js';
export { IntentType, type Intent, type IntentFields, type IntentOf } from './contract/intent.js';
export type { Issue } from './contract/issue.js';
export type { CallJob, CallJobFacts, CallJobs, HandedCallFacts } from './contract/call-jobs.js';
export type { Json, JsonObject } from './contract/json.js';
export {
  fromPointer,
  fromPointerToken,
  getAtPointer,
  pointerTo,
  setAtPointer,
  toPointer,
  toPointerToken,
} from './json/pointer.js';
export { isPlainObject } from './json/is-plain-object.js';
export {
  approvalStateAt,
  clearApproval,
  decideApproval,
  filterApprovals,
  isApprovalFor,
  takeApproval,
} from './access/judge-approval.js';
export type { McpTool } from './contract/mcp-tool.js';
export type { HistoryEntry, Outcome, TraceEvent, TraceResult } from './contract/outcome.js';
export { joinSignals, type JoinedSignals } from './time/join-signals.js';
export { hasRightsOf, isWithinTenant, ownerOf, tenantPart } from './access/owner.js';
export {
  CallBehavior,
  OnInterrupt,
  ResultScheduling,
  SideEffects,
  ToolCategory,
  ToolEffect,
  type ToolPolicy,
} from './contract/policy.js';
export { RecentMap } from './time/recent-map.js';
export { cutRecord, describeCut, storedRecordLimits, type RecordLimits } from './redact/cut-record.js';
export { createRedactor, type RedactMode, type Redactor, type RedactorOptions } from './redact/redactor.js';
export type { ToolReply } from './contract/reply.js';
export type {
  JsonSchema,
  JsonSchemaObject,
  JsonSchemaType,
  JsonSchemaValue,
  SchemaInput,
  SchemaOutput,
  StandardToolSchema,
  ToolSchema,
} from './contract/schema.js';
export type {
  Compiled,
  Loss,
  NameMap,
  Refused,
  RestorePlan,
  RestoreStep,
  SchemaCompiler,
} from './contract/schema-compiler.js';
export { Secret } from './redact/secret.js';
export { sensitiveKeys } from './redact/sensitive-keys.js';
export {
  stageTable,
  toolErrorStages,
  ToolHookStage,
  toolPostStages,
  toolPreStages,
  type StageEffect,
  type StageRow,
} from './contract/stage.js';
export { sensitivePatterns, type TextPattern, type TextRule } from './redact/text-patterns.js';
export type { BindScope, Provided, ProviderPairs, ProviderScope, ProviderToken, Token } from './contract/token.js';
export {
  NoSchemaMode,
  type ExecuteResult,
  type ToolContract,
  type ToolDocs,
  type ToolRecord,
  type ToolResult,
} from './contract/tool.js';
export { escapeHtml } from './redact/escape-html.js';
export { visibleJson, visibleLines, visibleText } from './redact/visible-text.js';
export { addedMeta } from './envelope/added-meta.js';
export { replyFromEnvelope } from './envelope/reply-from-envelope.js';
export type {
  CallApproval,
  CallClosing,
  CallRecord,
  RecordedOutcome,
  RecordWriter,
  StoredCallRecord,
  TrailFilter,
  TrailHead,
  TrailSink,
  TrailStore,
  TrailVerdict,
} from './contract/trail.js';
export { recordedOutcomes } from './contract/trail.js';
export { fail, isToolReply, ok } from './envelope/reply.js';
export { findLostValue, type LostValue } from './envelope/find-lost-value.js';
export { toJsonResponse } from './envelope/to-json-response.js';
export { serializeResponse } from './envelope/serialize-response.js';
export { toToolResponse, type CallEnd } from './envelope/to-tool-response.js';
export { toolResponseSchema } from './envelope/tool-response-schema.js';
export {
  RESPONSE_SCHEMA_VERSION,
  type ResponseMeta,
  type ToolErrorBody,
  type ToolErrorBodyDetails,
  type ToolResponse,
} from './contract/tool-response.js';
export { validateToolResponse } from './envelope/validate-tool-response.js';
export { backoff, type BackoffOptions } from './time/backoff.js';
export { ControlAbort, ControlRespond, ControlRetryAfter, isControl, type ControlSignal } from './errors/control.js';
export { coreErrors } from './errors/core-errors.js';
export { defineErrors, type ErrorRow, type ErrorTable } from './errors/error-table.js';
export { ErrorType, errorTypes } from './contract/error-type.js';
export { inputInvalid } from './errors/call-errors.js';
export { isErrorType } from './errors/is-error-type.js';
export { countOf } from './errors/count-of.js';
export { nearestNames } from './errors/nearest-name.js';
export { toToolError, type FailedCall } from './errors/to-tool-error.js';
export {
  isToolError,
  leavesRetryToType,
  ToolError,
  type ToolErrorDetails,
  type ToolErrorOptions,
} from './errors/tool-error.js';
export { callInfo, type CallInfo } from './invoke/trace.js';
export { mayNeedApproval, needsApproval } from './tool/needs-approval.js';
export { callTool } from './invoke/invoke-tool.js';
export { CancelSource } from './time/cancel-source.js';
export { checkAnswer, type CheckedAnswer } from './tool/check-answer.js';
export type { Background } from './invoke/call-in-background.js';
export { createCaller, type Caller, type CallerDefaults, type CallerOptions } from './invoke/create-caller.js';
export { collectHooksForStage } from './invoke/plan/collect-hooks.js';
export { InvokeContext } from './invoke/context/invoke-context.js';
export { systemClock, type Clock, type TimerClock } from './time/clock.js';
export type { InvokeOptions, Progress, Report, ReportPlace } from './invoke/invoke-options.js';
export { invokeTool } from './invoke/invoke-tool.js';
export { suppressedBy } from './invoke/error-line.js';
export { ProviderRegistry, type ProviderRegistryOptions, type SessionFactory } from './provider/provider-registry.js';
export { nextRequestId } from './invoke/context/call.js';
export type { ProviderViews } from './invoke/provider-views.js';
export { sortForStage } from './invoke/plan/collect-hooks.js';
export { createInvokeContext, willBindProvidersStage, wrapWithAround } from './invoke/standalone.js';
export { checkToolInput, compileInputAcceptor, type InputVerdict } from './tool/check-tool-input.js';
export { ToolRegistry, type RegistryChange, type RegistrySnapshot, type ToolLike } from './registry/tool-registry.js';
export { assertTool, validateTool, type ToolCheck, type ToolConstraint } from './registry/validate-tool.js';
export { canonicalJson } from './json/canonical-json.js';
export { compileOutputCheck, type SchemaCheck, type UnknownArgs } from './schema/compile-tool-schema.js';
export { digest } from './json/digest.js';
export { ReturnOverride } from './schema/return-override.js';
export { checkJsonSchema } from './schema/json-schema/check-json-schema.js';
export {
  compileJsonSchema,
  JsonSchemaError,
  type CheckResult,
  type CompiledSchema,
  type CompileOptions,
} from './schema/json-schema/compile-json-schema.js';
export { compilePattern, type CompiledPattern, type Pattern } from './schema/pattern/compile-pattern.js';
export { readRegex, type RegexNode } from './schema/pattern/regex-node.js';
export { parseSealed, type SealedReading, type SealLimits } from './schema/sealed-json.js';
export { sha256, useSha256, type Sha256 } from './json/sha256.js';
export { markedFields, markedTexts, marksFields, type MarkedFields } from './schema/marked-fields.js';
export { toJsonSchema, type SchemaSide } from './schema/to-json-schema.js';
export { defineHook } from './tool/define-hook.js';
export { defineTool, type ToolSource } from './tool/define-tool.js';
export { ToolComponent } from './tool/tool-component.js';
export { isCallerAnswered } from './tool/caller-answers.js';
export { policyOf, toContract } from './tool/tool-contract.js';
export { Tool } from './tool/tool-decorator.js';
export type { ShortParameters, ToolArgs, ToolDefinition } from './tool/tool-definition.js';
export { classOf, toolFromClass, type ToolClass } from './tool/tool-from-class.js';
export { MCP_ERROR_META_KEY, mcpFailureOf, type McpFailure } from './tool/mcp-failure-of.js';
export { markBadMcpTools, mcpLeftOut } from './tool/mcp-left-out.js';
export { mcpUi } from './tool/mcp-ui.js';
export { mcpTextOf, mcpValueOf, type McpContent } from './tool/mcp-value-of.js';
export { token } from './tool/token.js';
export { toolFromMcp } from './tool/tool-from-mcp.js';
export { getDefinition, toolMetadata } from './tool/tool-metadata.js';
export { findBadName, toolNameOf } from './tool/tool-name.js';
