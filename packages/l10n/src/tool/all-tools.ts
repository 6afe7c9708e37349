import type { ToolEntry } from '@helve/flow';
import { aiTranslate } from './ai-translate/ai-translate.js';
import { batch } from './batch/batch.js';
import { aiEntityExtract } from './ai-entity-extract/ai-entity-extract.js';
import { caseTransform } from './case-transform/case-transform.js';
import { charCount } from './char-count/char-count.js';
import { createTargetTool } from './create-target/create-target.js';
import { externalCommand } from './external-command/external-command.js';
import { inconsistencyCheck } from './inconsistency-check/inconsistency-check.js';
import { inlineCodesRemove } from './inline-codes-remove/inline-codes-remove.js';
import { layerProcessor } from './layer-processor/layer-processor.js';
import { linebreakConvert } from './linebreak-convert/linebreak-convert.js';
import { placeholderCheck } from './placeholder-check/placeholder-check.js';
import { propertiesSet } from './properties-set/properties-set.js';
import { pseudoTranslate } from './pseudo-translate/pseudo-translate.js';
import { qaCheck } from './qa-check/qa-check.js';
import { redact } from './redact/redact.js';
import { removeTarget } from './remove-target/remove-target.js';
import { repetitionAnalysis } from './repetition-analysis/repetition-analysis.js';
import { script } from './script/script.js';
import { searchReplace } from './search-replace/search-replace.js';
import { segmentCount } from './segment-count/segment-count.js';
import { segmentation } from './segmentation/segmentation.js';
import { termCheck } from './term-check/term-check.js';
import { tmLeverage } from './tm-leverage/tm-leverage.js';
import { translationComparison } from './translation-comparison/translation-comparison.js';
import { unredact } from './unredact/unredact.js';
import { wordCount } from './word-count/word-count.js';

/** Every tool of this package; the next one is a folder and a line here. */
export const allTools: readonly ToolEntry[] = Object.freeze([
  aiEntityExtract,
  aiTranslate,
  batch,
  caseTransform,
  charCount,
  createTargetTool,
  externalCommand,
  inconsistencyCheck,
  inlineCodesRemove,
  layerProcessor,
  linebreakConvert,
  placeholderCheck,
  propertiesSet,
  pseudoTranslate,
  qaCheck,
  redact,
  removeTarget,
  repetitionAnalysis,
  script,
  searchReplace,
  segmentation,
  segmentCount,
  termCheck,
  tmLeverage,
  translationComparison,
  unredact,
  wordCount,
]);
