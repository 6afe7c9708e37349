import { textWeight } from '../../text/text-weight.js';
import { allOfSource, allOfTarget, inTarget, toDraft, type PairRule, type QaPair } from './qa-pair.js';

/** Requires that both sides of a message in a catalog start and end with a line end, or neither does: gettext refuses others. */
export const checkOuterLineEnds: PairRule = (pair, found) => {
  if (!pair.file.isCatalog) return;
  const { sourceText, targetText } = pair;
  addOuter(pair, 'starts', sourceText.startsWith('\n'), targetText.startsWith('\n'), found);
  addOuter(pair, 'ends', sourceText.endsWith('\n'), targetText.endsWith('\n'), found);
};

function addOuter(
  pair: QaPair,
  verb: 'starts' | 'ends',
  inSource: boolean,
  isInTarget: boolean,
  found: Parameters<PairRule>[1],
): void {
  if (inSource === isInTarget) return;
  const message = `The ${inSource ? 'source' : 'target'} ${verb} with a line end, the ${inSource ? 'target' : 'source'} does not`;
  const at = verb === 'starts' ? 0 : Math.max(0, pair.targetText.length - 1);
  found.push(
    toDraft(pair, 'qa.line-ends', message, {
      range: inTarget(pair, at, Math.min(at + 1, pair.targetText.length)),
      source: allOfSource(pair),
      subject: verb,
      suggestion: inSource ? 'Add the line end' : 'Remove the line end',
    }),
  );
}

/** Columns of a terminal, within which text is wrapped. */
const columns = 76;

/** Reports line ends inside of a text that were lost, or written as the letters of an escape. */
export const checkInnerLineEnds: PairRule = (pair, found) => {
  if (pair.file.isMarkdown) return;
  const { sourceText, targetText } = pair;
  const wanted = deliberateBreaks(sourceText);
  const given = innerBreaks(targetText).length;
  const escaped = /\\[nr]/.test(sourceText) ? 0 : countEscapes(targetText);
  const added = isOneLine(sourceText) && textWeight(targetText) < columns ? addedBreaks(targetText) : 0;
  if (given >= wanted && escaped <= 0 && added === 0) return;
  const message =
    escaped > 0
      ? 'The target has a line end that is written as letters'
      : added > 0
        ? `The target has ${added + 1} lines, the source one`
        : `The source has ${wanted + 1} lines, the target ${given + 1}`;
  found.push(
    toDraft(pair, 'qa.inner-line-ends', message, {
      range: allOfTarget(pair),
      source: allOfSource(pair),
      subject: `${wanted}→${given}`,
    }),
  );
};

interface LineBreak {
  readonly line: number;
  readonly word: number;
  /** True when the next line goes on with a sentence, or a column. */
  readonly goesOn: boolean;
}

/** Lists the lengths of the lines inside of a text that are not its last one, with that of the word after each. */
function innerBreaks(text: string): readonly LineBreak[] {
  const inside = text.trim();
  if (!inside.includes('\n')) return [];
  const lines = inside.split('\n');
  return lines.slice(0, -1).map((line, index) => ({
    line: line.trimEnd().length,
    word: (lines[index + 1] ?? '').trimStart().split(/\s/, 1)[0]?.length ?? 0,
    goesOn:
      /^(?:\t| {2})/.test(lines[index + 1] ?? '') ||
      (/[\p{L}\p{N},]\s*$/u.test(line) && /^\p{Ll}/u.test(lines[index + 1] ?? '')),
  }));
}

/** Counts the line ends that are neither wrapping nor a column: the next word had room, and does not go on in a sentence. */
function deliberateBreaks(text: string): number {
  return innerBreaks(text).filter(({ line, word, goesOn }) => line > 0 && !goesOn && line + 1 + word <= columns * 0.75)
    .length;
}

/** Counts the line ends within a sentence; one between two sentences is a matter of taste. */
function addedBreaks(text: string): number {
  return deliberateBreaks(text.replaceAll(/(?<=[.!?:。！？：]\s*)\n/gu, ' '));
}

function isOneLine(text: string): boolean {
  return !text.trim().includes('\n');
}

function countEscapes(text: string): number {
  return text.match(/(?<![\\\p{Pi}\p{Ps}"'„])\\[nr](?![a-z])/gu)?.length ?? 0;
}

/** Reports tabs that only one side has; in a text of several lines they are layout. */
export const checkTabs: PairRule = (pair, found) => {
  if (!isOneLine(pair.sourceText) || !isOneLine(pair.targetText)) return;
  const [wanted, given] = [pair.sourceText.trim().includes('\t'), pair.targetText.trim().includes('\t')];
  if (wanted === given) return;
  const message = `The ${wanted ? 'source' : 'target'} has tabs, the ${wanted ? 'target' : 'source'} has none`;
  const at = pair.targetText.indexOf('\t');
  found.push(
    toDraft(pair, 'qa.tabs', message, {
      range: at < 0 ? allOfTarget(pair) : inTarget(pair, at, at + 1),
      source: allOfSource(pair),
      subject: wanted ? 'lost' : 'added',
    }),
  );
};
