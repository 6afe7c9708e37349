import type { ToolEntry } from '@helve/flow';
import { batch } from './batch/batch.js';
import { bomConvert } from './bom-convert/bom-convert.js';
import { caseTransform } from './case-transform/case-transform.js';
import { charCount } from './char-count/char-count.js';
import { createTargetTool } from './create-target/create-target.js';
import { fullwidthConvert } from './fullwidth-convert/fullwidth-convert.js';
import { inlineCodesRemove } from './inline-codes-remove/inline-codes-remove.js';
import { linebreakConvert } from './linebreak-convert/linebreak-convert.js';
import { propertiesSet } from './properties-set/properties-set.js';
import { pseudoTranslate } from './pseudo-translate/pseudo-translate.js';
import { removeTarget } from './remove-target/remove-target.js';
import { segmentCount } from './segment-count/segment-count.js';
import { spanClassify } from './span-classify/span-classify.js';
import { whitespaceCorrect } from './whitespace-correct/whitespace-correct.js';
import { wordCount } from './word-count/word-count.js';

/** Tools with little code, which every run loads: their folders contain nearly all that they need. */
export const lightTools: readonly ToolEntry[] = Object.freeze([
  batch,
  bomConvert,
  caseTransform,
  charCount,
  createTargetTool,
  fullwidthConvert,
  inlineCodesRemove,
  linebreakConvert,
  propertiesSet,
  pseudoTranslate,
  removeTarget,
  segmentCount,
  spanClassify,
  whitespaceCorrect,
  wordCount,
]);
