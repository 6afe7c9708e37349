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
import { brandVocabCheck } from './brand-vocab-check/brand-vocab-check.js';
import { charsCheck } from './chars-check/chars-check.js';
import { charsListing } from './chars-listing/chars-listing.js';
import { encodingConvert } from './encoding-convert/encoding-convert.js';
import { encodingDetect } from './encoding-detect/encoding-detect.js';
import { diffLeverage } from './diff-leverage/diff-leverage.js';
import { dntCheck } from './dnt-check/dnt-check.js';
import { externalCommand } from './external-command/external-command.js';
import { inconsistencyCheck } from './inconsistency-check/inconsistency-check.js';
import { layerProcessor } from './layer-processor/layer-processor.js';
import { lengthCheck } from './length-check/length-check.js';
import { patternCheck } from './pattern-check/pattern-check.js';
import { placeholderCheck } from './placeholder-check/placeholder-check.js';
import { qaCheck } from './qa-check/qa-check.js';
import { redact } from './redact/redact.js';
import { repetitionAnalysis } from './repetition-analysis/repetition-analysis.js';
import { scopingReport } from './scoping-report/scoping-report.js';
import { script } from './script/script.js';
import { searchReplace } from './search-replace/search-replace.js';
import { segmentation } from './segmentation/segmentation.js';
import { tagProtect } from './tag-protect/tag-protect.js';
import { termCheck } from './term-check/term-check.js';
import { termEnforce } from './term-enforce/term-enforce.js';
import { termLookup } from './term-lookup/term-lookup.js';
import { tmLeverage } from './tm-leverage/tm-leverage.js';
import { translationComparison } from './translation-comparison/translation-comparison.js';
import { unredact } from './unredact/unredact.js';
import { uriConvert } from './uri-convert/uri-convert.js';
import { xmlValidation } from './xml-validation/xml-validation.js';
import { xsltTransform } from './xslt-transform/xslt-transform.js';
import { lightTools } from './light-tools.js';

/** Every tool of this package; the next one is a folder and a line here, or in the list of light tools. */
export const allTools: readonly ToolEntry[] = Object.freeze(
  [
    ...lightTools,
    aiEntityExtract,
    aiQa,
    aiReview,
    aiTerminology,
    aiTranslate,
    apertiumTranslate,
    brandVocabCheck,
    charsCheck,
    charsListing,
    encodingConvert,
    encodingDetect,
    deeplTranslate,
    diffLeverage,
    dntCheck,
    externalCommand,
    googleTranslate,
    inconsistencyCheck,
    layerProcessor,
    lengthCheck,
    microsoftTranslate,
    modernmtTranslate,
    mymemoryTranslate,
    patternCheck,
    placeholderCheck,
    qaCheck,
    redact,
    repetitionAnalysis,
    scopingReport,
    script,
    searchReplace,
    segmentation,
    tagProtect,
    termCheck,
    termEnforce,
    termLookup,
    tmLeverage,
    translationComparison,
    unredact,
    uriConvert,
    xmlValidation,
    xsltTransform,
  ].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
);
