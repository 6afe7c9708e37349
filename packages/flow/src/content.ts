export { BlockIds, DOCUMENT_ID } from './content/block/block-id.js';
export { BoundedHashSet } from './content/text/bounded-hash-set.js';
export { assertContentLimits } from './content/block/block-limit.js';
export { cloneBlock, sideText } from './content/block/block.js';
export { contextHash } from './content/block/identity.js';
export { checkRuns, decodeRuns } from './content/run/check-runs.js';
export { codesOf, type CodeRef, type ParsedRuns } from './content/text/code-key.js';
export { codePointLength, compareCodePoints, utf16Index } from './content/text/code-point.js';
export { decodePart } from './content/part/decode-part.js';
export { DistinctNames } from './content/block/distinct-names.js';
export { eachPart, hasReady, type PartConsumer, type ReadyParts } from './content/part/each-part.js';
export { extractRuns, sliceUnit } from './content/run/extract-runs.js';
export { exactNumberOf, formOf, formsOf, isPluralKey, pluralCategories, withForms } from './content/run/form.js';
export { generalizedText } from './content/text/generalized-text.js';
export { freezeRuns, hasForms, containsForms, normaliseRuns, plainText } from './content/run/normalise-runs.js';
export { isByPerson, isUntranslated } from './content/block/is-untranslated.js';
export { isChangedTarget, isMarkedChanged, markChanged } from './content/block/changed-source.js';
export { fillSegments, type FilledSegment, type FilledTarget } from './content/block/fill-segments.js';
export { compareSpans } from './content/block/overlay.js';
export { partContent } from './content/part/part-content.js';
export { partsHeader, readParts, writeParts } from './content/part/part-stream.js';
export { comparePaths, parsePath, pathText, samePath, topPath } from './content/run/path.js';
export { annotationKind, checkPayload, isCounted, sealPayload, showAnnotation } from './content/payload/payload.js';
export type { PayloadView } from './content/payload/payload-view.js';
export { parsePlaceholderText, placeholderText } from './content/text/placeholder-text.js';
export { pluralSamples } from './content/run/plural-category.js';
export {
  dataText,
  flattenRuns,
  formsText,
  hashText,
  hygieneText,
  OBJECT_CHAR,
  shapeText,
  structuralText,
} from './content/text/projection.js';
export {
  rangeFor,
  runLength,
  runStarts,
  sameRange,
  shapeLength,
  shapeSpan,
  type ShapeSpan,
} from './content/run/run-range.js';
export { runsHash } from './content/run/runs-hash.js';
export { isEngineDraft, writtenBy } from './content/block/machine-texts.js';
export { hasWords, isOnlySpaceAndCodes } from './content/block/segment.js';
export {
  blockSides,
  isOpenSegment,
  isPartialTarget,
  segmentPairs,
  spanRuns,
  spanStatus,
  type BlockSides,
  type SegmentPair,
} from './content/block/segment-pair.js';
export {
  assembleSegments,
  translationSegments,
  type SegmentedRuns,
  type SegmentToTranslate,
} from './content/block/segment-unit.js';
export { globPattern } from './content/text/glob-pattern.js';
export { parseSemanticHtml, semanticHtml } from './content/text/semantic-html.js';
export { createStructureCheck, type StructureCheck } from './content/part/structure-check.js';
export { createTarget, isApproved } from './content/block/target.js';
export { HASH_HALF, textHash } from './content/text/text-hash.js';
export { textMap, type TextMap } from './content/text/text-map.js';
export { assembleTarget, translationUnits, type UnitToTranslate } from './content/block/translation-unit.js';
export { replaceUnit, unitAt, units } from './content/run/units.js';
export { parseVariant, variantLocale } from './content/block/variant.js';
export type { VocabularyEntry } from './content/run/vocabulary-data.js';
export { constraintsAt, constraintsOf, extendVocabulary, partnerOf, vocabularyOf } from './content/run/vocabulary.js';
export type {
  BlockLocations,
  ByteSink,
  Format,
  FormatCaps,
  FormatKind,
  FormatPreset,
  InsertRequest,
  NewEntry,
  DetectedFormat,
  FormatCandidate,
  FormatDetection,
  FormatQuery,
  FormatResolver,
  UndetectedFormat,
  ReadContext,
  Skeleton,
  SkeletonCursor,
  SkeletonEmbedded,
  SkeletonEntry,
  SkeletonLanguage,
  SkeletonMember,
  SkeletonValue,
  TextForm,
  WriteContext,
  WriteReport,
} from './contract/format.js';
export type {
  ExistingFile,
  ExistingSource,
  MachineTexts,
  PairLocations,
  PairReport,
  TextHashes,
} from './contract/pair.js';
export type { PairedFormat, PairFormat } from './contract/paired-format.js';
export type { ByteSource, LineBreak } from './contract/part.js';
export type { TargetFacts } from './contract/view.js';
export { localeOfName } from './binding/locale-path.js';
export { localeFolder, localeSuffix, type LocaleFolders, type LocaleSuffixes } from './binding/locale-rules.js';
export { applyPlan } from './edit/apply-plan.js';
export { diffEdits, type TextEdit } from './edit/diff-edits.js';
export type { EditContext } from './edit/edit-context.js';
export { BlockStep, type BlockHandlers } from './view/block-step.js';
export { batchMark, markBatch, type BatchMark } from './view/batch-mark.js';
export { settle } from './view/settle.js';
export { overridesProcess } from './tool/base-tool.js';
export { bytesSource, sizedFileSource } from './engine/io/file-source.js';
export { readFindings, scoreOfFindings, severityWeights } from './engine/stage/join-findings.js';
