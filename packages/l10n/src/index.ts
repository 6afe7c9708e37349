export { L10nError, l10nErrors } from './l10n-errors.js';
export {
  createCheckReport,
  toBaseline,
  type CheckReport,
  type CheckUsed,
  type ReportedFinding,
} from './check/check-report.js';
export { findingsIn, type LocatedFinding } from './check/collect-findings.js';
export { defaultGate, type GateThresholds } from './check/gate.js';
export type { Suppression } from './check/suppression.js';
export { toSarif } from './check/to-sarif.js';
export { allFormats } from './format/all-formats.js';
export { fileSource, memorySource } from './format/byte-source.js';
export { checkRoundTrip, type RoundTrip, type RoundTripOptions } from './format/check-round-trip.js';
export { createFormats, type FormatMapping } from './format/create-formats.js';
export { defineFormat, type FormatDefinition } from './format/define-format.js';
export { limitError, parseError, placeAt, unwritable, type Place } from './format/format-error.js';
export { formatSchema } from './format/format-option.js';
export { createMemorySink, type MemorySink } from './format/memory-sink.js';
export { readBlock, type ReadBlock } from './format/read-block.js';
export { rootLayerId } from './format/read-embedded.js';
export { rootLayer, type LayerFacts } from './format/root-layer.js';
export { noDigest, runsDigest } from './format/runs-digest.js';
export {
  pickBilingual,
  pickMonolingual,
  spliceDocument,
  spliceWriter,
  type SpliceRequest,
  type ValueCodec,
} from './format/splice-document.js';
export { spoolSource, type SpooledSource } from './format/spool-source.js';
export { loadText, openText, type LoadedText, type TextRequest, type TextSource } from './format/text/open-text.js';
export type { TextChunk } from './format/text/text-chunk.js';
export { segmentText, type BreakOptions, type SegmentEngine } from './segmentation/segment-text.js';
export { localRecognizerUri, type FoundEntity, type Recognizer } from './tool/ai-entity-extract/recognizer.js';
export { allTools } from './tool/all-tools.js';
export { flowToolEntry, type ConfigOf, type FlowToolSource } from './tool/flow-tool-entry.js';
export { createMemoryVault } from './vault/create-memory-vault.js';
export { openFileVault, type FileVaultOptions } from './vault/open-file-vault.js';
export { countWords } from './text/count-words.js';
export { createExecRunTool } from './tool/external-command/create-exec-run-tool.js';
export { DEMO_PROVIDER } from './model/demo-model.js';
export { LLM_COMPLETE } from './model/ask-model.js';
export type { LanguageModel, ModelAnswer, ModelMessage, ModelRequest } from './model/language-model.js';
export {
  createExactMemory,
  type TmCandidate,
  type TmEntry,
  type TmQuery,
  type TranslationMemory,
} from './tool/tm-leverage/translation-memory.js';
