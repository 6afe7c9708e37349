export { isTokenLeft } from './contract/loss.js';
export type { BlobFacts, BlobStore } from './contract/blob-store.js';
export type { Dispatcher } from './contract/dispatcher.js';
export {
  engineEventKinds,
  jobUnitStates,
  type Claim,
  type ClaimState,
  type Engine,
  type EngineEvent,
  type EngineEventKind,
  type Job,
  type JobDetail,
  type JobFile,
  type JobFilter,
  type JobKind,
  type JobLogLine,
  type JobState,
  type JobUnit,
  type JobView,
  type JournalRecord,
  type RetryFilter,
  type UnitEnd,
  type UnitFile,
  type UnitLogLine,
  type UnitRetry,
  type JobUnitState,
  type UnitView,
  type WorkerFacts,
} from './contract/engine.js';
export type {
  ClaimAnswer,
  ClaimRequest,
  Delivery,
  EndAnswer,
  EndRow,
  JobChange,
  JobEntry,
  JournalTable,
  LogRow,
  ReleaseRequest,
  StepRow,
  SweepAnswer,
  SweepRequest,
  UnitEntry,
  UnitHolder,
  UnitQueue,
} from './contract/journal-table.js';
export type { FlowPlan, PlanStep } from './contract/plan.js';
export type {
  BlockChanges,
  BlockFilter,
  BlockRef,
  BlockRow,
  BlockTable,
  Revision,
  StoredRecord,
} from './contract/store.js';
export type { BorrowedThread, ThreadSource } from './contract/thread-pool.js';
export { registerProven } from './tool/flow-tool-registry.js';
export { readPathValue, resolvePaths } from './tool/path-parameter.js';
export { policyFromMeta } from './tool/policy-from-meta.js';
export { flagName, reservedFlags, reservedVerbs } from './tool/reserved-names.js';
export { builtInFlows } from './document/built-in-flows.js';
export { flowDocumentSchema } from './document/flow-document-schema.js';
export { flowId } from './document/flow-id.js';
export type { FlowFile } from './document/load-flows.js';
export { outlineSteps, type ParsedFlow } from './document/outline.js';
export { readFlow } from './document/read-flow.js';
export { checkPresets } from './check/check-presets.js';
export type { AdmitConfig, CompileEnv } from './check/compile-env.js';
export { assertPlan, compileFlow, type CompiledFlow } from './check/compile-flow.js';
export { drawFlow } from './binding/draw-flow.js';
export { explainPlan, markedKey, type Explanation } from './binding/explain-plan.js';
export {
  localeOfName,
  localeOfPath,
  localePath,
  localePaths,
  localePatterns,
  localeSpellings,
  sourcePaths,
  type LocalePattern,
  type LocaleRules,
} from './binding/locale-path.js';
export { outputPath, planOutputs } from './binding/output-path.js';
export { planAnnotations, type PlannedAnnotation } from './binding/plan-annotations.js';
export { planSteps } from './binding/plan-steps.js';
export { needsVault, restoresData } from './binding/vault-step.js';
export { resolveBinding, type Binding } from './binding/resolve-binding.js';
export { toMermaid } from './binding/to-mermaid.js';
export { createBlockStore, type BlockStoreOptions } from './session/create-block-store.js';
export { ownedBlockTable, storedName } from './session/owned-block-table.js';
export { createMemoryBlockStore } from './session/create-memory-block-store.js';
export { blockLayers, putRecord } from './session/stored-layers.js';
export { fileHead, sourceHead } from './engine/io/file-head.js';
export { fileIo, type FileInput, type FileIoOptions, type FileOutput } from './engine/io/file-io.js';
export { findInputs, STANDARD_INPUT, type FoundInput, type SkippedInput } from './engine/io/find-inputs.js';
export { isGlob } from './engine/io/read-glob.js';
export { serveDocuments, type ThreadSetup } from './engine/thread/serve-documents.js';
export { serveThreadTasks } from './engine/thread/serve-thread-tasks.js';
export type { ThreadOptions } from './engine/thread/thread-runner.js';
export type { DocumentContext, FlowDocument, FlowIo, FlowOutput } from './engine/io/flow-io.js';
export { OutputFile, writeOutput } from './engine/io/output-file.js';
export { systemFiles } from './engine/io/system-files.js';
export type { ProgressEvent } from './engine/report/progress.js';
export type { StepLogEntry } from './engine/run-env.js';
export { runFlow, type RunOptions } from './engine/run-flow.js';
export type { DocumentReport, DocumentResult, RunReport, RunStatus, StepReport } from './engine/report/run-report.js';
export { storeDocument, toStore, withStored } from './engine/io/store-io.js';
export type { FlowTraceEvent, TraceOptions } from './engine/report/trace.js';
export { createEngine, type EngineOptions } from './durable/create-engine.js';
export { documentsMeet, documentsOf, planDocumentUnits } from './durable/document-units.js';
export type { LoopLag } from './durable/held-units.js';
export type { OutputKeeper } from './durable/kept-outputs.js';
export { runDurably, type DurableRun } from './durable/run-durably.js';
export { createLocalDispatcher } from './durable/create-local-dispatcher.js';
export { createMemoryEngine } from './durable/create-memory-engine.js';
export { runClaim, runUnits, type RunUnitsOptions } from './durable/run-units.js';
export { callKey, stepKey } from './durable/step-key.js';
export type { StepEffect, UnitContext, UnitOutcome } from './durable/unit-context.js';
export { callStep } from './bridge/call-step.js';
export { execDigest, type ExecStep } from './bridge/exec-steps.js';
export type { FlowDefaults, FlowHost } from './bridge/flow-host.js';
export { callableTools } from './bridge/flow-records.js';
export { flowCheckTool } from './bridge/flow-check-tool.js';
export { flowPreviewTool } from './bridge/flow-preview-tool.js';
export { flowProperty, readFlowInput } from './bridge/flow-input.js';
export { hideRedactedTerms } from './bridge/hide-redacted-terms.js';
export type { StatedTargets } from './locale/plan-passes.js';
export { compileTrusted, callsWithin } from './bridge/run-content.js';
export { readReply } from './bridge/remote-batch.js';
export { callRemote, remoteTool, type RemotePort } from './bridge/remote-tool.js';
export { FLOW_DESCRIBE, FLOW_PROCESS, readServedTools } from './bridge/served-tool.js';
export { toolFromFlowTool } from './bridge/tool-from-flow-tool.js';
