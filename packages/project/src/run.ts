export type { ConvertedOutput, ConvertReport } from './convert/convert-report.js';
export type { ConvertRequest } from './convert/convert-request.js';
export { diffRevisions, restoreRevision } from './flow/block-revision.js';
export { openExecTrust } from './flow/exec-trust.js';
export { listFlows, toolFlow } from './flow/find-flow.js';
export { flowToolNames, isFlowTool } from './flow/is-flow-tool.js';
export { compileKnownFlow, knownFlow, type ChosenLocales } from './flow/known-flow.js';
export type { FlowEnvironment } from './flow/open-flow-environment.js';
export type { NamedRun } from './flow/tools-for-run.js';
export { isExchangeReport, type ExchangeReport } from './exchange/exchange-report.js';
export type { ExchangeRequest } from './exchange/exchange-request.js';
export { isExtractReport, type ExtractedFile, type ExtractReport } from './exchange/extract-report.js';
export type { ExtractRequest } from './exchange/extract-request.js';
export {
  isMergeReport,
  type MergeCounts,
  type MergedFile,
  type MergedUnit,
  type MergeOutput,
  type MergeReport,
} from './exchange/merge/merge-report.js';
export { fallbacks, type MergeRequest } from './exchange/merge/merge-request.js';
export { inspectPlugins } from './plugin/inspect-plugins.js';
export { doorHook, type ExecRequest, type RunDoor, type TypedTool } from './run/run-door.js';
export { isExplainedRun, isFilesReport, type ExplainedRun, type FilesReport } from './run/files-report.js';
export { statusFlow, statusRows, unitStates, type StatusRow, type UnitState } from './run/step/status-step.js';
export { fixFindings } from './run/step/fix-step.js';
export type { AnnotationLimit } from './run/step/plan-report.js';
export type { RunRequest } from './run/run-request.js';
