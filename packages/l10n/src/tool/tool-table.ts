import type { ToolEntry } from '@helve/flow';

/** Facts about a tool that are known without its code. */
interface ToolRow {
  readonly aliases?: readonly string[];
  /** Its config names steps, so that it may need any other tool. */
  readonly holdsSteps?: true;
  load(): Promise<ToolEntry>;
}

/** Every tool of this package by name; the next one is a folder and a line here. */
const toolTable: Readonly<Record<string, ToolRow>> = {
  'ai-entity-extract': { load: async () => (await import('./ai-entity-extract/ai-entity-extract.js')).aiEntityExtract },
  'ai-qa': { load: async () => (await import('./ai-qa/ai-qa.js')).aiQa },
  'ai-review': { load: async () => (await import('./ai-review/ai-review.js')).aiReview },
  'ai-terminology': { load: async () => (await import('./ai-terminology/ai-terminology.js')).aiTerminology },
  'ai-translate': { load: async () => (await import('./ai-translate/ai-translate.js')).aiTranslate },
  'apertium-translate': {
    load: async () => (await import('./apertium-translate/apertium-translate.js')).apertiumTranslate,
  },
  batch: { load: async () => (await import('./batch/batch.js')).batch },
  'bom-convert': { load: async () => (await import('./bom-convert/bom-convert.js')).bomConvert },
  'brand-vocab-check': { load: async () => (await import('./brand-vocab-check/brand-vocab-check.js')).brandVocabCheck },
  'case-transform': { load: async () => (await import('./case-transform/case-transform.js')).caseTransform },
  'char-count': { load: async () => (await import('./char-count/char-count.js')).charCount },
  'chars-check': { load: async () => (await import('./chars-check/chars-check.js')).charsCheck },
  'chars-listing': { load: async () => (await import('./chars-listing/chars-listing.js')).charsListing },
  'create-target': { load: async () => (await import('./create-target/create-target.js')).createTargetTool },
  'deepl-translate': { load: async () => (await import('./deepl-translate/deepl-translate.js')).deeplTranslate },
  'diff-leverage': { load: async () => (await import('./diff-leverage/diff-leverage.js')).diffLeverage },
  'dnt-check': { aliases: ['dnt'], load: async () => (await import('./dnt-check/dnt-check.js')).dntCheck },
  'encoding-convert': { load: async () => (await import('./encoding-convert/encoding-convert.js')).encodingConvert },
  'encoding-detect': { load: async () => (await import('./encoding-detect/encoding-detect.js')).encodingDetect },
  'external-command': { load: async () => (await import('./external-command/external-command.js')).externalCommand },
  'fullwidth-convert': {
    load: async () => (await import('./fullwidth-convert/fullwidth-convert.js')).fullwidthConvert,
  },
  'google-translate': { load: async () => (await import('./google-translate/google-translate.js')).googleTranslate },
  'inconsistency-check': {
    load: async () => (await import('./inconsistency-check/inconsistency-check.js')).inconsistencyCheck,
  },
  'inline-codes-remove': {
    load: async () => (await import('./inline-codes-remove/inline-codes-remove.js')).inlineCodesRemove,
  },
  'layer-processor': {
    holdsSteps: true,
    load: async () => (await import('./layer-processor/layer-processor.js')).layerProcessor,
  },
  'length-check': { load: async () => (await import('./length-check/length-check.js')).lengthCheck },
  'linebreak-convert': {
    load: async () => (await import('./linebreak-convert/linebreak-convert.js')).linebreakConvert,
  },
  'microsoft-translate': {
    load: async () => (await import('./microsoft-translate/microsoft-translate.js')).microsoftTranslate,
  },
  'modernmt-translate': {
    load: async () => (await import('./modernmt-translate/modernmt-translate.js')).modernmtTranslate,
  },
  'mymemory-translate': {
    load: async () => (await import('./mymemory-translate/mymemory-translate.js')).mymemoryTranslate,
  },
  'pattern-check': { load: async () => (await import('./pattern-check/pattern-check.js')).patternCheck },
  'placeholder-check': {
    load: async () => (await import('./placeholder-check/placeholder-check.js')).placeholderCheck,
  },
  'properties-set': { load: async () => (await import('./properties-set/properties-set.js')).propertiesSet },
  'pseudo-translate': {
    aliases: ['pseudo'],
    load: async () => (await import('./pseudo-translate/pseudo-translate.js')).pseudoTranslate,
  },
  'qa-check': { aliases: ['qa'], load: async () => (await import('./qa-check/qa-check.js')).qaCheck },
  redact: { load: async () => (await import('./redact/redact.js')).redact },
  'remove-target': { load: async () => (await import('./remove-target/remove-target.js')).removeTarget },
  'repetition-analysis': {
    load: async () => (await import('./repetition-analysis/repetition-analysis.js')).repetitionAnalysis,
  },
  'scoping-report': { load: async () => (await import('./scoping-report/scoping-report.js')).scopingReport },
  script: { load: async () => (await import('./script/script.js')).script },
  'search-replace': { load: async () => (await import('./search-replace/search-replace.js')).searchReplace },
  'segment-count': { load: async () => (await import('./segment-count/segment-count.js')).segmentCount },
  segmentation: {
    aliases: ['segment'],
    load: async () => (await import('./segmentation/segmentation.js')).segmentation,
  },
  'span-classify': { load: async () => (await import('./span-classify/span-classify.js')).spanClassify },
  'tag-protect': { load: async () => (await import('./tag-protect/tag-protect.js')).tagProtect },
  'term-check': { load: async () => (await import('./term-check/term-check.js')).termCheck },
  'term-enforce': { load: async () => (await import('./term-enforce/term-enforce.js')).termEnforce },
  'term-lookup': { load: async () => (await import('./term-lookup/term-lookup.js')).termLookup },
  'tm-leverage': { load: async () => (await import('./tm-leverage/tm-leverage.js')).tmLeverage },
  'translation-comparison': {
    load: async () => (await import('./translation-comparison/translation-comparison.js')).translationComparison,
  },
  unredact: { load: async () => (await import('./unredact/unredact.js')).unredact },
  'uri-convert': { load: async () => (await import('./uri-convert/uri-convert.js')).uriConvert },
  'whitespace-correct': {
    load: async () => (await import('./whitespace-correct/whitespace-correct.js')).whitespaceCorrect,
  },
  'word-count': { aliases: ['wc'], load: async () => (await import('./word-count/word-count.js')).wordCount },
  'xml-validation': { load: async () => (await import('./xml-validation/xml-validation.js')).xmlValidation },
  'xslt-transform': { load: async () => (await import('./xslt-transform/xslt-transform.js')).xsltTransform },
};

const rowsByName = new Map(
  Object.entries(toolTable).flatMap(([name, row]) => [name, ...(row.aliases ?? [])].map((word) => [word, row])),
);

/** True for the name or an alias of a tool of this package. */
export function isToolName(word: string): boolean {
  return rowsByName.has(word);
}

/** True for a tool that runs no others: a run of it needs no other code. */
export function runsAlone(word: string): boolean {
  const row = rowsByName.get(word);
  return row !== undefined && row.holdsSteps !== true;
}

/** Loads every tool of this package, or those that have one of the names or aliases; unknown words are left out. */
export async function loadTools(words: readonly string[] = Object.keys(toolTable)): Promise<readonly ToolEntry[]> {
  const rows = new Set(words.flatMap((word) => rowsByName.get(word) ?? []));
  return Promise.all([...rows].map((row) => row.load()));
}
