// The exports that a run of a flow starts with; everything else is loaded when a step needs it.
export { l10nErrors } from './l10n-errors.js';
export {
  annotatedBlock,
  annotationsIn,
  type AnnotatedBlock,
  type AnnotationReport,
} from './annotation/collect-annotations.js';
export { blockKeys } from './check/block-key.js';
export { createCheckReport, type CheckReport } from './check/check-report.js';
export { fileFindings } from './check/file-findings.js';
export { findingsIn, type LocatedFinding } from './check/collect-findings.js';
export { findingLabel } from './check/finding-label.js';
export { shortenPieces } from './check/shorten-pieces.js';
export type { FeatureLoss } from './exchange/count-losses.js';
export {
  failingResults,
  mergeResults,
  type FailingResult,
  type MergeReason,
  type MergeResult,
  type MergeWarning,
} from './exchange/merge/merge-result.js';
export { exchangeFormats, type ExchangeFormat } from './exchange/manifest.js';
export { unitKinds, type UnitKind } from './exchange/wanted-locales.js';
export { pluralFolds, type PluralFold } from './convert/plural-fold.js';
export { keyStyles, type KeyStyle } from './convert/key-style.js';
export { placeholderDialectNames, type PlaceholderDialectName } from './convert/placeholder-name.js';
export type { ConversionDocument } from './convert/read-for-conversion.js';
export { hasContent } from './check/has-content.js';
export { lacksForms } from './check/lacking-forms.js';
export { linesAt } from './check/lines-at.js';
export { planFixes } from './check/fix-findings.js';
export { createLocalRecognizer } from './entity/local-recognizer.js';
export { allFormats } from './format/all-formats.js';
export { createFormats } from './format/create-formats.js';
export { refuseFile } from './format/detect/refuse-file.js';
export { missingPreset, noPreset, withOptions } from './format/preset.js';
export { spoolSource } from './format/spool-source.js';
export { LLM_COMPLETE } from './model/ask-model.js';
export { DEMO_PROVIDER } from './model/demo-model.js';
export { llmCompleteInput, llmCompleteOutput } from './model/llm-complete-contract.js';
export { createMtTranslateTool } from './mt/create-mt-translate-tool.js';
export { loadPairFormat } from './pair/load-pair-format.js';
export { PROJECT_TERMS } from './term/run-terms.js';
export { countWords } from './text/count-words.js';
export { localRecognizerUri } from './tool/ai-entity-extract/recognizer.js';
export { createExecRunTool } from './tool/external-command/create-exec-run-tool.js';
export { isToolName, loadTools, runsAlone } from './tool/tool-table.js';
export { addCounts } from './tool-kit/count/count-report.js';
export { PROJECT_MEMORY } from './memory/project-memory.js';
export { createMemoryVault } from './vault/create-memory-vault.js';
export { openFileVault } from './vault/open-file-vault.js';
