import { atomsXml, type Atom } from './atom.js';

interface Field {
  instruction: string;
  /** True while its result is read as text. */
  isText: boolean;
}

/** The fields that are open at a place of a document; they may begin and end in different paragraphs. */
export class Fields {
  readonly #open: Field[] = [];
  readonly #isTextField: (instruction: string) => boolean;

  constructor(isTextField: (instruction: string) => boolean) {
    this.#isTextField = isTextField;
  }

  /** Replaces the fields of a paragraph: one whose result is text is a pair, every other one a single piece. */
  resolve(atoms: readonly Atom[]): readonly Atom[] {
    if (this.#open.length === 0 && !atoms.some(({ kind }) => kind === 'begin')) return atoms;
    const resolved: Atom[] = [];
    let hidden: Atom[] = [];
    for (const atom of atoms) {
      const wasHidden = this.#isHidden;
      const ended = this.#follow(atom);
      if (!wasHidden && !this.#isHidden) resolved.push(ended === undefined ? atom : toPiece('close', [atom]));
      else {
        hidden.push(atom);
        if (this.#isHidden) continue;
        resolved.push(toPiece(ended === undefined ? 'open' : 'out', hidden));
        hidden = [];
      }
    }
    return hidden.length === 0 ? resolved : [...resolved, toPiece('out', hidden)];
  }

  get #isHidden(): boolean {
    return this.#open.some(({ isText }) => !isText);
  }

  /** Follows the marks of fields; returns the field that ended. */
  #follow({ kind, text }: Atom): Field | undefined {
    const last = this.#open.at(-1);
    if (kind === 'begin') this.#open.push({ instruction: '', isText: false });
    else if (kind === 'instruction' && last !== undefined) last.instruction += text;
    else if (kind === 'separate' && last !== undefined) last.isText = this.#isTextField(last.instruction);
    return kind === 'end' ? this.#open.pop() : undefined;
  }
}

function toPiece(kind: 'open' | 'close' | 'out', atoms: readonly Atom[]): Atom {
  return { kind, raw: atomsXml(atoms), name: 'field', text: '' };
}
