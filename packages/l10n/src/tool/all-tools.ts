import type { ToolEntry } from '@helve/flow';
import { aiEntityExtract } from './ai-entity-extract/ai-entity-extract.js';
import { aiQa } from './ai-qa/ai-qa.js';
import { aiReview } from './ai-review/ai-review.js';
import { aiTerminology } from './ai-terminology/ai-terminology.js';
import { aiTranslate } from './ai-translate/ai-translate.js';
import { apertiumTranslate } from './apertium-translate/apertium-translate.js';
import { deeplTranslate } from './deepl-translate/deepl-translate.js';
import { googleTranslate } from './google-translate/google-translate.js';
import { microsoftTranslate } from './microsoft-translate/microsoft-translate.js';
import { modernmtTranslate } from './modernmt-translate/modernmt-translate.js';
import { mymemoryTranslate } from './mymemory-translate/mymemory-translate.js';
import { batch } from './batch/batch.js';
import { bomConvert } from './bom-convert/bom-convert.js';
import { brandVocabCheck } from './brand-vocab-check/brand-vocab-check.js';
import { caseTransform } from './case-transform/case-transform.js';
import { charCount } from './char-count/char-count.js';
import { charsCheck } from './chars-check/chars-check.js';
import { charsListing } from './chars-listing/chars-listing.js';
import { createTargetTool } from './create-target/create-target.js';
import { encodingConvert } from './encoding-convert/encoding-convert.js';
import { encodingDetect } from './encoding-detect/encoding-detect.js';
import { diffLeverage } from './diff-leverage/diff-leverage.js';
import { dntCheck } from './dnt-check/dnt-check.js';
import { externalCommand } from './external-command/external-command.js';
import { fullwidthConvert } from './fullwidth-convert/fullwidth-convert.js';
import { inconsistencyCheck } from './inconsistency-check/inconsistency-check.js';
import { inlineCodesRemove } from './inline-codes-remove/inline-codes-remove.js';
import { layerProcessor } from './layer-processor/layer-processor.js';
import { lengthCheck } from './length-check/length-check.js';
import { linebreakConvert } from './linebreak-convert/linebreak-convert.js';
import { patternCheck } from './pattern-check/pattern-check.js';
import { placeholderCheck } from './placeholder-check/placeholder-check.js';
import { propertiesSet } from './properties-set/properties-set.js';
import { pseudoTranslate } from './pseudo-translate/pseudo-translate.js';
import { qaCheck } from './qa-check/qa-check.js';
import { redact } from './redact/redact.js';
import { removeTarget } from './remove-target/remove-target.js';
import { repetitionAnalysis } from './repetition-analysis/repetition-analysis.js';
import { scopingReport } from './scoping-report/scoping-report.js';
import { script } from './script/script.js';
import { searchReplace } from './search-replace/search-replace.js';
import { segmentCount } from './segment-count/segment-count.js';
import { segmentation } from './segmentation/segmentation.js';
import { spanClassify } from './span-classify/span-classify.js';
import { tagProtect } from './tag-protect/tag-protect.js';
import { termCheck } from './term-check/term-check.js';
import { termEnforce } from './term-enforce/term-enforce.js';
import { termLookup } from './term-lookup/term-lookup.js';
import { tmLeverage } from './tm-leverage/tm-leverage.js';
import { translationComparison } from './translation-comparison/translation-comparison.js';
import { unredact } from './unredact/unredact.js';
import { uriConvert } from './uri-convert/uri-convert.js';
import { whitespaceCorrect } from './whitespace-correct/whitespace-correct.js';
import { wordCount } from './word-count/word-count.js';
import { xmlValidation } from './xml-validation/xml-validation.js';
import { xsltTransform } from './xslt-transform/xslt-transform.js';

/** Every tool of this package; the next one is a folder and a line here. */
export const allTools: readonly ToolEntry[] = Object.freeze([
  aiEntityExtract,
  aiQa,
  aiReview,
  aiTerminology,
  aiTranslate,
  apertiumTranslate,
  batch,
  brandVocabCheck,
  bomConvert,
  caseTransform,
  charCount,
  charsCheck,
  charsListing,
  createTargetTool,
  encodingConvert,
  encodingDetect,
  deeplTranslate,
  diffLeverage,
  dntCheck,
  externalCommand,
  fullwidthConvert,
  googleTranslate,
  inconsistencyCheck,
  inlineCodesRemove,
  layerProcessor,
  lengthCheck,
  linebreakConvert,
  microsoftTranslate,
  modernmtTranslate,
  mymemoryTranslate,
  patternCheck,
  placeholderCheck,
  propertiesSet,
  pseudoTranslate,
  qaCheck,
  redact,
  removeTarget,
  repetitionAnalysis,
  scopingReport,
  script,
  searchReplace,
  segmentation,
  segmentCount,
  spanClassify,
  tagProtect,
  termCheck,
  termEnforce,
  termLookup,
  tmLeverage,
  translationComparison,
  unredact,
  uriConvert,
  whitespaceCorrect,
  wordCount,
  xmlValidation,
  xsltTransform,
]);
