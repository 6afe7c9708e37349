export { L10nError, l10nErrors } from './l10n-errors.js';
export type { AnnotatedBlock, AnnotationReport, BlockAnnotation } from './annotation/collect-annotations.js';
export {
  createCheckReport,
  toBaseline,
  type CheckReport,
  type CheckUsed,
  type ReportedFinding,
} from './check/check-report.js';
export { fileFindings } from './check/file-findings.js';
export { severitiesProperty, type CheckRule, type CheckRules, type RuleExample } from './check/check-rule.js';
export { findingsIn, type FindingText, type FindingTexts, type LocatedFinding } from './check/collect-findings.js';
export type { FindingDraft, Severities } from './check/finding-draft.js';
export { planFixes } from './check/fix-findings.js';
export type { GateThresholds } from './check/gate.js';
export { reportFindings, type ReportFindingsOptions } from './check/report-findings.js';
export type { Suppression } from './check/suppression.js';
export { textRangeIn, wholeUnit, type LocatedUnit } from './check/unit-range.js';
export { findingLabel, type FindingLabel } from './check/finding-label.js';
export { linesAt } from './check/lines-at.js';
export { assertPair } from './convert/conversion-pair.js';
export {
  convertBlocks,
  type ConversionChoices,
  type ConversionTarget,
  type ConvertedBlocks,
} from './convert/convert-blocks.js';
export { packOriginal, type OriginalFile } from './convert/original-file.js';
export { readForConversion, type ConversionDocument, type ConversionInput } from './convert/read-for-conversion.js';
export { writeOriginal, type OriginalWriting } from './convert/write-original.js';
export { writeConverted, type ConvertedFile, type WrittenConversion } from './convert/write-converted.js';
export { toHtml, type PageContent } from './check/html/to-html.js';
export { shortenPieces } from './check/shorten-pieces.js';
export type { TextPiece } from './check/text-piece.js';
export { toGithub } from './check/report-format/to-github.js';
export { toJunit } from './check/report-format/to-junit.js';
export { toSarif } from './check/report-format/to-sarif.js';
export { batchDigest, isBatchId, toBatchId } from './exchange/batch-id.js';
export { findUnitRef } from './exchange/find-unit-ref.js';
export { readCellText } from './exchange/table/cell-text.js';
export { unguardCell } from './exchange/table/guard-cell.js';
export { countLosses, type FeatureLoss, type LossDocument } from './exchange/count-losses.js';
export { exchangeBlocks, type UnitSetting } from './exchange/exchange-block.js';
export { exchangeParts, type PartsFile, type PartsSetting } from './exchange/exchange-parts.js';
export {
  hashOriginal,
  toManifestFile,
  toUnits,
  type ExchangeFile,
  type ExchangeUnit,
  type OriginalHashes,
  type ReadFile,
  type ReadUnit,
} from './exchange/exchange-unit.js';
export {
  EXCHANGE_SCHEMA,
  exchangeFormats,
  type BatchContent,
  type ExchangeFormat,
  type ExchangeManifest,
  type ManifestFile,
  type ManifestOutput,
  type ManifestPair,
  type ManifestTarget,
  type ManifestUnit,
} from './exchange/manifest.js';
export { decideMerge, type BatchReturn, type MergeSite } from './exchange/merge/decide-merge.js';
export { countSent, indexOrigins, type OriginIndex, type UnitOrigin } from './exchange/merge/find-origin.js';
export type { CurrentUnit, EarlierReturn } from './exchange/merge/merge-candidate.js';
export {
  defaultMergeOptions,
  failingResults,
  mergeResults,
  type FailingResult,
  type MergeOptions,
  type MergeResult,
  type UnitDecision,
} from './exchange/merge/merge-result.js';
export { conversionFormats, returnedFormats } from './exchange/returned/returned-formats.js';
export { gatherParts } from './exchange/merge/gather-parts.js';
export { missingUnits } from './exchange/merge/missing-units.js';
export { ReturnedUnits, type ReturnedUnit } from './exchange/merge/returned-unit.js';
export { manifestText, readExchangeManifest } from './exchange/read-exchange-manifest.js';
export { keysOfBlock, sentHash } from './exchange/unit-hash.js';
export { isUnitId, readPartId, readUnitRef, toUnitRef, unitRefText, type UnitRef } from './exchange/unit-ref.js';
export { unitKinds, type UnitChoice, type UnitKind } from './exchange/wanted-locales.js';
export { exchangeExtensions, writeExchange, type ExchangeWriting } from './exchange/write-exchange.js';
export { batchNote, EXCHANGE_PROPERTY, readBatchNote } from './format/generate/exchange-mark.js';
export { allFormats } from './format/all-formats.js';
export { fileSource } from './format/byte-source.js';
export { checkRoundTrip, type RoundTrip, type RoundTripOptions } from './format/check-round-trip.js';
export { alignTarget } from './format/align-target.js';
export {
  blockFeatures,
  formatCapacities,
  newFileKind,
  type BlockFeature,
  type FormatCapacity,
} from './format/capacity/format-capacity.js';
export { lostFeatures, type WrittenFile } from './format/capacity/lost-features.js';
export { hasFormEntries, optionFeatures } from './format/capacity/option-features.js';
export { createFormats, type FormatMapping } from './format/create-formats.js';
export { refuseFile } from './format/detect/refuse-file.js';
export { defineFormat, type FormatDefinition } from './format/define-format.js';
export { limitError, parseError, locationAt, unwritable, type FileLocation } from './format/format-error.js';
export { formatSchema } from './format/format-option.js';
export { missingPreset, noPreset, presetOptions, withOptions } from './format/preset.js';
export { readBlock, type ReadBlock } from './format/read-block.js';
export { rootLayerId } from './format/read-embedded.js';
export { rootLayer, type LayerFacts } from './format/root-layer.js';
export { runsDigest } from './format/runs-digest.js';
export {
  pickBilingual,
  pickMonolingual,
  spliceWriter,
  type SpliceRequest,
  type ValueCodec,
} from './format/splice-document.js';
export { spoolSource, type SpooledSource } from './format/spool-source.js';
export { generateTmx, type NewTmx } from './format/tmx/generate-tmx.js';
export { tmxOptions } from './format/tmx/options.js';
export { loadText, openText, type LoadedText, type TextRequest, type TextSource } from './format/text/open-text.js';
export type { TextChunk } from './format/text/text-chunk.js';
export { auditMemory, auditRules, type AuditReport, type AuditRule } from './memory-exchange/audit-memory.js';
export { blockDrafts, type LearnOptions } from './memory-exchange/block-drafts.js';
export { exportLines } from './memory-exchange/export-lines.js';
export { exportTmx, type ExportReport, type ExportRequest } from './memory-exchange/export-tmx.js';
export { importLines } from './memory-exchange/import-lines.js';
export type { ImportProgress, ImportReport } from './memory-exchange/import-report.js';
export { importTmx, type ImportRequest } from './memory-exchange/import-tmx.js';
export { queryContent } from './memory-exchange/query-content.js';
export { serveDrafts } from './memory-exchange/serve-drafts.js';
export type { LanguageChoice } from './memory-exchange/language-choice.js';
export { MEMORY_SCHEMA } from './memory-exchange/memory-lines.js';
export { segmentText, type BreakOptions, type SegmentEngine } from './segmentation/segment-text.js';
export { createLocalRecognizer } from './entity/local-recognizer.js';
export type { KnownEntity } from './entity/known-entity.js';
export type { FoundEntity, Recognizer } from './entity/recognizer.js';
export { localRecognizerUri } from './tool/ai-entity-extract/recognizer.js';
export { loadTools } from './tool/tool-table.js';
export { PROJECT_MEMORY } from './memory/project-memory.js';
export { createMemoryVault } from './vault/create-memory-vault.js';
export { openFileVault, type FileVaultOptions } from './vault/open-file-vault.js';
export { countWords } from './text/count-words.js';
export { createExecRunTool } from './tool/external-command/create-exec-run-tool.js';
export { DEMO_PROVIDER } from './model/demo-model.js';
export { LLM_COMPLETE } from './model/ask-model.js';
export { createMtTranslateTool } from './mt/create-mt-translate-tool.js';
export { llmCompleteInput, llmCompleteOutput } from './model/llm-complete-contract.js';
export { candidateConcepts } from './tool/ai-terminology/candidate-report.js';
export type { LanguageModel, ModelAnswer, ModelMessage, ModelRequest } from './model/language-model.js';
export {
  type KeyTier,
  type MatchTier,
  type TmAdded,
  type TmBlock,
  type TmDraft,
  type TmEntity,
  type TmEntry,
  type TmFilter,
  type TmKey,
  type TmKeyRow,
  type TmLengths,
  type TmMatch,
  type TmOrigin,
  type TmQuery,
  type TmSession,
  type TmStats,
  type TmStorage,
  type TmWrite,
  type TranslationMemory,
} from './memory/contract.js';
export { createMemoryStorage } from './memory/create-memory-storage.js';
export { createTranslationMemory, type MemoryOptions } from './memory/create-translation-memory.js';
export { preferredTerm, type Concept, type Relation, type Term, type TermStatus } from './term/concept.js';
export type { FoundTerm, Termbase, TermEntry, TermQuery } from './term/contract.js';
export { createTermbase } from './term/create-termbase.js';
export { gatherConcepts, mergeConcepts, type GatheredConcepts } from './term/exchange/gather-concepts.js';
export { readTerms, termFormats, type TermFormat } from './term/exchange/read-terms.js';
export type { SkippedTerm, TermItem } from './term/exchange/term-item.js';
export { writeCsv } from './term/exchange/write-csv.js';
export { writeJson } from './term/exchange/write-json.js';
export { writeTbx, type TbxVersion } from './term/exchange/write-tbx.js';
export { loadTerms, type LoadedTerms } from './term/load-terms.js';
export { PROJECT_TERMS } from './term/run-terms.js';
