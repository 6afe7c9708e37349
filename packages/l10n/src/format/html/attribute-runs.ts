import { textRun, type Runs } from '@helve/flow';
import { decodeAttribute } from './attribute.js';
import { markupPrefix, splitText } from './inline-piece.js';

/** Reads the value of an attribute: expressions of templates are codes. */
export function attributeRuns(raw: string): Runs {
  let codes = 0;
  return splitText(raw).map((piece) => {
    if (piece.kind === 'text') return textRun(decodeAttribute(piece.raw));
    codes += 1;
    const { type, name, raw: data } = piece;
    return Object.freeze({ kind: 'ph', id: String(codes), type, subType: markupPrefix + name, data });
  });
}
