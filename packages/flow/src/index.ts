export { FlowError, flowErrors } from './flow-errors.js';
export {
  annotationPayloads,
  AnnoAltTranslation,
  AnnoBrandVoice,
  AnnoCharCount,
  AnnoComparison,
  AnnoDiff,
  AnnoEncoding,
  AnnoEntityMapping,
  AnnoGeometry,
  AnnoNote,
  AnnoRedactionSecret,
  AnnoRelations,
  AnnoRepetition,
  AnnoReview,
  AnnoScopingReport,
  AnnoSegCount,
  AnnoSourceOrigin,
  AnnoStructure,
  AnnoTiming,
  AnnoTMMatch,
  AnnoWordCount,
} from './content/payload/annotation-key.js';
export { BlockIds, DOCUMENT_ID } from './content/block/block-id.js';
export { assertBlockLimits, assertContentLimits, blockLimits } from './content/block/block-limit.js';
export {
  cloneBlock,
  cloneOverlay,
  createBlock,
  hasLocale,
  sideOf,
  sourceText,
  targetText,
  text,
  type BlockFields,
} from './content/block/block.js';
export { canonicalLocale } from './locale/canonical-locale.js';
export { checkRuns, decodeRuns, MAX_FORM_DEPTH } from './content/run/check-runs.js';
export { codesOf, type CodeRef, type ParsedRuns } from './content/text/code-key.js';
export { codePointLength, compareCodePoints, sliceCodePoints, utf16Index } from './content/text/code-point.js';
export { decodePart, type DecodeOptions } from './content/part/decode-part.js';
export { DistinctNames } from './content/block/distinct-names.js';
export { eachPart, hasReady, type PartTaker, type ReadyParts } from './content/part/each-part.js';
export { extractRuns, sliceUnit, type ExtractOptions } from './content/run/extract-runs.js';
export { exactNumberOf, formOf, formsOf, isPluralKey, pluralCategories, withForms } from './content/run/form.js';
export { generalizedText } from './content/text/generalized-text.js';
export { contentHash, contextHash, recordHash, structureHash } from './content/block/identity.js';
export { freezeRuns, hasForms, holdsForms, normaliseRuns, onlyText, textRun } from './content/run/normalise-runs.js';
export {
  compareSpans,
  overlayOf,
  sideRuns,
  sortSpans,
  sourceOverlaysInBounds,
  spansInBounds,
} from './content/block/overlay.js';
export { contentOf } from './content/part/part-content.js';
export { partLine, PARTS_SCHEMA, partsHeader, readParts, writeParts } from './content/part/part-stream.js';
export { comparePaths, parsePath, pathText, samePath, topPath } from './content/run/path.js';
export type { OverlayPolicy } from './content/payload/payload-schema.js';
export {
  severities,
  type AltTranslation,
  type AltTranslations,
  type CharCount,
  type Comparison,
  type CountAnnotation,
  type Diff,
  type EditorAnchor,
  type EntityAnnotation,
  type Finding,
  type FindingsAnnotation,
  type Geometry,
  type Note,
  type NoteAnnotation,
  type PayloadTypes,
  type RedactionSecret,
  type Relations,
  type Repetition,
  type SegCount,
  type Severity,
  type SourceOrigin,
  type Structure,
  type TermAnnotation,
  type TermCandidate,
  type TermTarget,
  type Timing,
  type TmMatch,
  type WordCount,
} from './content/payload/payload-type.js';
export {
  checkPayload,
  isPayload,
  newPayload,
  overlayPolicy,
  payloadOf,
  payloadTypes,
  registerPayload,
  sealPayload,
  type PayloadOptions,
} from './content/payload/payload.js';
export { parsePlaceholderText, placeholderText } from './content/text/placeholder-text.js';
export { pluralSamples, type PluralSample } from './content/run/plural-category.js';
export {
  dataText,
  flattenRuns,
  hashText,
  hygieneText,
  OBJECT_CHAR,
  runsText,
  shapeText,
  structuralText,
  unitText,
} from './content/text/projection.js';
export {
  canonicalRange,
  inBounds,
  rangeFor,
  runLength,
  runStarts,
  sameRange,
  shapeLength,
  shapeSpan,
  type ShapeSpan,
} from './content/run/run-range.js';
export { isOnlySpaceAndCodes, segmentsOf, type Segmentation } from './content/block/segment.js';
export { parseSemanticHtml, semanticHtml } from './content/text/semantic-html.js';
export { createStructureCheck, type StructureCheck } from './content/part/structure-check.js';
export { createTarget, editedTarget, isApproved, type TargetFields } from './content/block/target.js';
export { HASH_HALF, textHash } from './content/text/text-hash.js';
export { textMap, type Lean, type TextMap } from './content/text/text-map.js';
export { assembleTarget, translationUnits, type UnitToTranslate } from './content/block/translation-unit.js';
export { replaceUnit, unitAt, units } from './content/run/units.js';
export { parseVariant, variantLocale, variantText } from './content/block/variant.js';
export type { VocabularyEntry } from './content/run/vocabulary-data.js';
export {
  constraintsAt,
  constraintsOf,
  extendVocabulary,
  partnerOf,
  vocabulary,
  vocabularyOf,
} from './content/run/vocabulary.js';
export { toWellFormedRuns } from './content/run/to-well-formed-runs.js';
export {
  originKinds,
  targetStatuses,
  type Block,
  type DisplayHint,
  type Identity,
  type LengthUnit,
  type LocaleId,
  type Origin,
  type OriginKind,
  type SkeletonRef,
  type Target,
  type TargetStatus,
  type VariantKey,
  type VariantText,
} from './contract/block.js';
export type { ComponentSchema, LocaleRole, NamedKind, PropertySchema } from './contract/component-schema.js';
export type { FileAccess } from './contract/file-access.js';
export type {
  BlockPlaces,
  ByteSink,
  Format,
  FormatCaps,
  FormatKind,
  FormatResolver,
  ReadContext,
  Skeleton,
  SkeletonCursor,
  SkeletonEmbedded,
  SkeletonEntry,
  SkeletonValue,
  TextForm,
  WriteContext,
  WriteReport,
} from './contract/format.js';
export { isTokenLeft, lossKinds, type ContentLoss, type LossKind, type LossNote } from './contract/loss.js';
export { LayerPrimary, OverlayType, type Overlay, type Span } from './contract/overlay.js';
export type { ByteSource, Data, Group, Layer, LineBreak, Media, Part, RawDocument } from './contract/part.js';
export type { Payload } from './contract/payload.js';
export type {
  CloseRun,
  CodeRun,
  Constraints,
  OpenRun,
  Path,
  PlaceholderRun,
  PluralKey,
  PluralRun,
  Run,
  RunRange,
  Runs,
  SelectRun,
  SubRun,
  TextRun,
} from './contract/run.js';
export type { Diagnostic } from './contract/diagnostic.js';
export type { EditPlan, RunEdit, SideEdit } from './contract/edit.js';
export type { Claim, Engine, EngineEvent, Job, JobUnit, JournalRecord } from './contract/engine.js';
export {
  bindingKinds,
  type BindingKind,
  type Branch,
  type ErrorPolicy,
  type FlowDefinition,
  type ParallelStep,
  type RetryPolicy,
  type Step,
  type StepsSpec,
  type ToolStep,
} from './contract/flow-document.js';
export {
  LocaleCardinality,
  PortSource,
  PortTarget,
  requirements,
  SideEffect,
  toolCategories,
  type BarrierScope,
  type Capability,
  type FlowToolCategory,
  type IOPort,
  type PortSide,
  type Requirement,
  type StreamShape,
  type ToolMeta,
} from './contract/meta.js';
export type { FlowPlan, PlanFork, PlanNode, PlanStep, ResolvedContract } from './contract/plan.js';
export type {
  BlockChanges,
  BlockFilter,
  BlockRef,
  BlockRow,
  BlockStore,
  BlockTable,
  Revision,
  Session,
  StoreCapabilities,
  StoredRecord,
  StoreScope,
  ToolSession,
} from './contract/store.js';
export type { BorrowedThread, ThreadPool } from './contract/thread-pool.js';
export type {
  BarrierTool,
  BlockHandler,
  CallPort,
  FlowClock,
  FlowTool,
  OtherHandlers,
  Resources,
  SchemaProvider,
  SessionTool,
  StepContext,
} from './contract/tool.js';
export type { Secret, Vault, VaultRecord, VaultScope } from './contract/vault.js';
export type {
  BlockView,
  ReadonlySpan,
  SegmentUnit,
  Side,
  TargetFacts,
  TargetView,
  TranslationUnit,
  Unit,
} from './contract/view.js';
export { applyPlan } from './edit/apply-plan.js';
export { diffEdits, type TextEdit } from './edit/diff-edits.js';
export type { BlockLoss, EditContext } from './edit/edit-context.js';
export { editText, type EditTextOptions } from './edit/edit-text.js';
export type { DropReason } from './edit/move-span.js';
export { remapOverlays, type DroppedSpan, type Remapped, type RemapReport } from './edit/remap-overlays.js';
export { setText, type SetTextOptions } from './edit/set-text.js';
export { BlockStep, type BlockHandlers, type StepOptions } from './view/block-step.js';
export { batchOf, markBatch, type BatchMark } from './view/batch-mark.js';
export { digestContent, enforceImmutability, type ContentDigest, type Handled } from './view/enforce-immutability.js';
export { newBlockView } from './view/new-block-view.js';
export { newTargetView } from './view/new-target-view.js';
export { settle } from './view/settle.js';
export {
  BaseTool,
  blockHandlersOf,
  capabilityOf,
  isBarrierTool,
  overridesProcess,
  PartStep,
} from './tool/base-tool.js';
export { flowTool, type FlowToolDefinition } from './tool/flow-tool.js';
export { applyConfig, validateConfig, type ConfigResult } from './tool/apply-config.js';
export { fingerprintOf } from './tool/fingerprint.js';
export { FlowToolRegistry, registerAll, registerProven, type Locality } from './tool/flow-tool-registry.js';
export { readPathValue, type PathValue, type PathVariables, placePaths } from './tool/path-parameter.js';
export { policyFromMeta } from './tool/policy-from-meta.js';
export {
  isPseudoPort,
  isSourcePort,
  isStandOffPort,
  isTargetPort,
  portKey,
  portMatches,
  samePort,
  sourcePort,
  targetPort,
  type PortScope,
  type ScopedPort,
} from './tool/port.js';
export { flagName, reservedFlags, reservedVerbs, toolsWithoutShortForm } from './tool/reserved-names.js';
export { isLoopbackAddress, resolveLocality } from './tool/resolve-locality.js';
export { resolveSides } from './tool/resolve-sides.js';
export { schemaFrom, type SchemaOptions } from './tool/schema-from.js';
export type {
  ContractResolver,
  PartHandler,
  PromptLocales,
  Refinement,
  RegisterOptions,
  Resolution,
  ResolveInfo,
  ResolverFinding,
  ToolEntry,
  ToolEnv,
  ToolFactory,
  ToolInfo,
  ToolLookup,
  ToolPrompt,
} from './tool/tool-info.js';
export { configuredLocales, type ConfiguredLocales } from './locale/configured-locales.js';
export { isSameLanguage } from './locale/is-same-language.js';
export {
  planPasses,
  type LocaleFork,
  type LocaleNode,
  type LocaleStep,
  type PassPlan,
  type RunLocales,
} from './locale/plan-passes.js';
export { resolveFlowLocales } from './locale/resolve-flow-locales.js';
export { builtInFlows } from './document/built-in-flows.js';
export { flowDocumentSchema } from './document/flow-document-schema.js';
export { flowId } from './document/flow-id.js';
export { loadFlow, loadFlows, type FlowFile } from './document/load-flows.js';
export { stepsOf, type OutlineFork, type OutlineNode, type OutlineStep, type ParsedFlow } from './document/outline.js';
export { parseFlow } from './document/parse-flow.js';
export type { Position, Positions } from './document/position.js';
export { readFlow, type ReadFlowOptions } from './document/read-flow.js';
export { checkDataFlow, type PortGivers } from './check/check-data-flow.js';
export { checkParallel } from './check/check-parallel.js';
export { checkPlacement, type PlacementOptions } from './check/check-placement.js';
export { checkPresets } from './check/check-presets.js';
export type { AdmitConfig, CompileEnv, ToolCatalog } from './check/compile-env.js';
export { assertPlan, compileFlow, type CompiledFlow } from './check/compile-flow.js';
export {
  buildGraph,
  checkGraph,
  type FlowGraph,
  type ForkNode,
  type GraphNode,
  type GraphTree,
  type StepNode,
} from './check/flow-graph.js';
export { startPorts, type SourceBinding } from './check/start-ports.js';
export type { Contracts } from './check/step-ports.js';
export type { Remark } from './document/diagnostic-list.js';
export { drawFlow } from './binding/draw-flow.js';
export {
  explainPlan,
  type ExplainedFile,
  type ExplainedStep,
  type ExplainFacts,
  type Explanation,
} from './binding/explain-plan.js';
export {
  defaultOutputTemplate,
  outputPath,
  planOutputs,
  type Output,
  type OutputFacts,
  type OutputOptions,
  type OutputSource,
} from './binding/output-path.js';
export { planSteps } from './binding/plan-steps.js';
export { needsVault, restoresData } from './binding/vault-step.js';
export { kindOfPath, readLocator, type Locator } from './binding/read-locator.js';
export { resolveBinding, type Binding, type BindingRequest, type SinkRequest } from './binding/resolve-binding.js';
export { toMermaid } from './binding/to-mermaid.js';
export { cacheKey, type CacheFacts } from './session/cache-key.js';
export { createBlockStore, type BlockStoreOptions } from './session/create-block-store.js';
export { ownedBlockTable, storedName } from './session/owned-block-table.js';
export { createMemoryBlockStore } from './session/create-memory-block-store.js';
export { storeError, storeRefusals, type StoreRefusal } from './session/store-error.js';
export { applyLayers, layerKinds, layersOf, putLayers, putRecord } from './session/stored-layers.js';
export { checkOutputPath, type OutputPathFacts } from './engine/io/check-output-path.js';
export { batchLimits, type BatchLimits } from './engine/channel/feed-batches.js';
export { fileHead, sourceHead } from './engine/io/file-head.js';
export { fileIo, type FileInput, type FileIoOptions, type FileOutput } from './engine/io/file-io.js';
export {
  findInputs,
  STANDARD_INPUT,
  type FoundInput,
  type FoundInputs,
  type SkippedInput,
} from './engine/io/find-inputs.js';
export { globPattern, isGlob, readGlob } from './engine/io/glob-pattern.js';
export { serveDocuments, type ThreadSetup } from './engine/thread/serve-documents.js';
export { serveLoans } from './engine/thread/serve-loans.js';
export type { ThreadOptions } from './engine/thread/thread-runner.js';
export { bytesSource, fileSource } from './engine/io/file-source.js';
export type { DocumentContext, FlowDocument, FlowIo, FlowOutput } from './engine/io/flow-io.js';
export { findingsOf, scoreOfFindings, severityWeights } from './engine/stage/join-findings.js';
export { writeOutput } from './engine/io/output-file.js';
export { fileSize, readTextFile, systemFiles, writeTextFile } from './engine/io/system-files.js';
export { progressKinds, type ProgressEvent, type ProgressKind } from './engine/report/progress.js';
export { runClock } from './engine/run-clock.js';
export type { LogLine, ToolFactoryPort } from './engine/run-env.js';
export { runFlow, type RunOptions } from './engine/run-flow.js';
export type {
  DocumentReport,
  ErrorFacts,
  FindingCounts,
  LossCounts,
  OutputReport,
  QuarantinedBlock,
  RunReport,
  RunStatus,
  StepReport,
} from './engine/report/run-report.js';
export { storeDocument, storeOutput, toStore, withStored } from './engine/io/store-io.js';
export type { TraceEvent, TraceOptions } from './engine/report/trace.js';
export { createMemoryEngine, type MemoryEngineOptions } from './durable/create-memory-engine.js';
export { signalKey } from './durable/job-state.js';
export { runUnits, type RunUnitsOptions, type UnitContext, type UnitEnd } from './durable/run-units.js';
export { CHUNK_BLOCKS, HEARTBEAT_MS, LEASE_MS, stepKey, type StepFacts } from './durable/step-key.js';
export { callStep, type ContractLookup } from './bridge/call-step.js';
export { execDigest, type ExecStep } from './bridge/exec-steps.js';
export type { FlowDefaults, FlowHost, OpenedResources, RunAnswer } from './bridge/flow-host.js';
export { callableTools, documentRecords, flowRecords } from './bridge/flow-records.js';
export { flowOf } from './bridge/flow-input.js';
export { compileTrusted, callsWithin } from './bridge/run-content.js';
export { flowToolActions, type FlowToolActions } from './bridge/flow-tool-actions.js';
export { readReply, type RemoteBatch, type RemoteReply } from './bridge/remote-batch.js';
export { callRemote, remoteTool, type RemotePort } from './bridge/remote-tool.js';
export { FLOW_DESCRIBE, FLOW_PROCESS, readServedTools, type ServedTool } from './bridge/served-tool.js';
export { serveFlowTool, type ServeOptions } from './bridge/serve-flow-tool.js';
export { toolFromFlowTool } from './bridge/tool-from-flow-tool.js';
