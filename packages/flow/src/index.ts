export { FlowError, flowErrors } from './flow-errors.js';
export {
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
export { createBlock, sourceText, targetText } from './content/block/block.js';
export { canonicalLocale } from './locale/canonical-locale.js';
export { contentHash, structureHash } from './content/block/identity.js';
export { textRun } from './content/run/normalise-runs.js';
export { overlayOf, sourceOverlaysInBounds } from './content/block/overlay.js';
export {
  severities,
  type AltTranslation,
  type AltTranslations,
  type CharCount,
  type Comparison,
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
  type TmMatchAnnotation,
  type WordCount,
} from './content/payload/payload-type.js';
export { isPayload, newPayload, payloadOf, registerPayload } from './content/payload/payload.js';
export { runsText, unitText } from './content/text/projection.js';
export { units } from './content/run/units.js';
export {
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
export type {
  ComponentSchema,
  NamedKind,
  ParameterGroup,
  PropertySchema,
  StepMeta,
} from './contract/component-schema.js';
export type { FileAccess } from './contract/file-access.js';
export type { ContentLoss, LossNote } from './contract/loss.js';
export { LayerPrimary, OverlayType, type Overlay, type OverlaySpan } from './contract/overlay.js';
export type { Data, Group, Layer, Media, Part, RawDocument } from './contract/part.js';
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
export type {
  Branch,
  ErrorPolicy,
  FlowDefinition,
  ParallelStep,
  RetryPolicy,
  Step,
  StepsSpec,
  ToolStep,
} from './contract/flow-document.js';
export {
  LocaleCardinality,
  PortSource,
  PortTarget,
  SideEffect,
  type Capability,
  type FlowToolCategory,
  type IOPort,
  type Requirement,
  type ToolMeta,
} from './contract/meta.js';
export type { ResolvedContract } from './contract/plan.js';
export type { BlockStore, Session, ToolSession } from './contract/store.js';
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
export type { VaultSecret, Vault, VaultRecord, VaultScope } from './contract/vault.js';
export type { BlockView, ReadonlySpan, Side, TargetView, Unit } from './contract/view.js';
export { editText } from './edit/edit-text.js';
export { remapOverlays, type RemapReport } from './edit/remap-overlays.js';
export { setText } from './edit/set-text.js';
export { enforceImmutability } from './view/enforce-immutability.js';
export { newBlockView } from './view/new-block-view.js';
export { newTargetView } from './view/new-target-view.js';
export { BaseTool } from './tool/base-tool.js';
export { flowTool, type FlowToolDefinition } from './tool/flow-tool.js';
export { applyConfig, validateConfig, type ConfigResult } from './tool/apply-config.js';
export { fingerprintOf } from './tool/fingerprint.js';
export { FlowToolRegistry, registerAll } from './tool/flow-tool-registry.js';
export { isSourcePort, isTargetPort, portKey, sourcePort, targetPort, writesContent } from './tool/port.js';
export { isLoopbackAddress, resolveLocality } from './tool/resolve-locality.js';
export { resolveSides } from './tool/resolve-sides.js';
export { schemaFrom } from './tool/schema-from.js';
export type {
  ContractResolver,
  PromptLocales,
  Refinement,
  ResolveInfo,
  ResolverFinding,
  ToolEntry,
  ToolEnv,
  ToolInfo,
  ToolLookup,
  ToolPrompt,
} from './tool/tool-info.js';
export { closestLocale } from './locale/closest-locale.js';
export { isKnownLanguage } from './locale/is-known-language.js';
export { isPseudoLocale } from './locale/is-pseudo-locale.js';
export { isSameLanguage, isUnknownLanguage } from './locale/is-same-language.js';
export { resolveFlowLocales } from './locale/resolve-flow-locales.js';
export { loadFlow, loadFlows } from './document/load-flows.js';
export { parseFlow } from './document/parse-flow.js';
export { checkDataFlow } from './check/check-data-flow.js';
export { checkPlacement } from './check/check-placement.js';
export { assertPlan, compileFlow, type CompiledFlow } from './check/compile-flow.js';
export { cacheKey } from './session/cache-key.js';
export { fileSize, readTextFile, writeTextFile } from './engine/io/system-files.js';
export { runFlow, type RunOptions } from './engine/run-flow.js';
export type { RunReport } from './engine/report/run-report.js';
export { flowToolActions } from './bridge/flow-tool-actions.js';
export type { RemoteReply } from './bridge/remote-batch.js';
export type { ServedTool } from './bridge/served-tool.js';
