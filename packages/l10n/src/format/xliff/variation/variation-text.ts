import type { XmlPiece } from '../../xml/split-children.js';
import type { Surroundings } from '../../xml/xml-fragments.js';
import type { UnitText } from '../append-unit.js';

const OPEN = '<x>';

/** The text of units of one key that follow each other, with everything between them. */
export class VariationText {
  readonly key: string;
  readonly around: Surroundings;
  readonly #pieces: XmlPiece[];
  /** Text that may stand between the last unit and another one. */
  #passed: XmlPiece[] = [];

  constructor(key: string, first: XmlPiece, around: Surroundings) {
    this.key = key;
    this.around = around;
    this.#pieces = [first];
  }

  /** Adds a unit. */
  add(piece: XmlPiece): void {
    this.#pieces.push(...this.#passed, piece);
    this.#passed = [];
  }

  /** Passes a comment or an instruction behind the last unit. */
  pass(piece: XmlPiece): void {
    this.#passed.push(piece);
  }

  /** Returns the units as one element, whose positions lead to their bytes. */
  text(): UnitText {
    const starts: number[] = [];
    let text = OPEN;
    for (const piece of this.#pieces) {
      text += piece.space;
      starts.push(text.length);
      text += piece.text;
    }
    const index = (this.#pieces[0]?.index ?? 0) - (starts[0] ?? 0);
    const byteAt = (position: number): number => {
      const at = Math.max(
        0,
        starts.findLastIndex((start) => start <= position),
      );
      return this.#pieces[at]?.byteAt(position - (starts[at] ?? 0)) ?? 0;
    };
    return { text: `${text}</x>`, index, byteAt, namespaces: this.around.namespaces };
  }
}
