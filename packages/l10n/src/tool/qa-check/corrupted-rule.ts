import { inTarget, toDraft, type PairRule } from './qa-pair.js';
import { undoMojibake } from '../../text/undo-mojibake.js';

const replacement = '\ufffd';

/** Reports characters lost to a wrong encoding, and UTF-8 that was read as Windows-1252. */
export const checkCorrupted: PairRule = (pair, found) => {
  const { targetText } = pair;
  let at = targetText.indexOf(replacement);
  while (at >= 0) {
    const range = inTarget(pair, at, at + 1);
    const message = 'A character was lost: U+FFFD is in its place';
    found.push(toDraft(pair, 'qa.corrupted-characters', message, { range, subject: replacement }));
    at = targetText.indexOf(replacement, at + 1);
  }
  const meant = undoMojibake(targetText, pair.variant);
  if (meant === undefined) return;
  found.push(
    toDraft(pair, 'qa.corrupted-characters', 'The text is UTF-8 that was read as Windows-1252', {
      range: inTarget(pair, 0, targetText.length),
      subject: targetText,
      suggestion: meant.replaceAll('\ufffc', '…'),
    }),
  );
};
