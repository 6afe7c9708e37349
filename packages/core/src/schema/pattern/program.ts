import type { RegexNode } from './regex-node.js';
import { compileSet, type CodePointSet } from './code-point-set.js';

/** One step of a matcher. `split` prefers its first way. */
export type Instruction =
  | { readonly op: 'set'; readonly has: CodePointSet }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'assert'; readonly source: '^' | '$' | '\\b' | '\\B' }
  | { readonly op: 'look'; readonly at: number; readonly negative: boolean }
  | { readonly op: 'match' };

/** In which order a program reads the text: a lookbehind is matched from right to left. */
export type Direction = 1 | -1;

/** A lookaround, as a program for each way to run it. */
export interface Look {
  /** Finds every place where it holds in one pass, which runs towards the place. */
  readonly scanned: Program;
  /** The program as the engine of the language runs it, from the position itself. */
  readonly tried: Program;
}

/** A regular expression as instructions, for one direction. */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly looks: readonly Look[];
  readonly direction: Direction;
}

/** More instructions than this take too long to run for each character. */
export const maxInstructions = 20_000;

/** Counts the instructions of a node. */
export function sizeOf(node: RegexNode): number {
  switch (node.kind) {
    case 'set':
    case 'assertion':
    case 'unsupported':
      return 1;
    case 'lookaround':
      return 1 + 2 * sizeOf(node.inside);
    case 'sequence':
      return node.items.reduce((sum, item) => sum + sizeOf(item), 0);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + sizeOf(branch) + 2, 0);
    case 'repeat': {
      const size = sizeOf(node.item);
      return node.max === Infinity ? node.min * size + size + 2 : node.min * size + (node.max - node.min) * (size + 1);
    }
  }
}

/** Compiles a node without anything unsupported, of at most `maxInstructions`. */
export function compileProgram(node: RegexNode, direction: Direction = 1): Program {
  const compiler = new ProgramCompiler(direction);
  compiler.add(node);
  compiler.instructions.push({ op: 'match' });
  return { instructions: compiler.instructions, looks: compiler.looks, direction };
}

class ProgramCompiler {
  readonly instructions: Instruction[] = [];
  readonly looks: Look[] = [];
  readonly #direction: Direction;

  constructor(direction: Direction) {
    this.#direction = direction;
  }

  add(node: RegexNode): void {
    switch (node.kind) {
      case 'set':
        return this.#push({ op: 'set', has: compileSet(node.source) });
      case 'assertion':
        return this.#push({ op: 'assert', source: node.source });
      case 'lookaround':
        return this.#look(node);
      case 'sequence': {
        const items = this.#direction === 1 ? node.items : node.items.toReversed();
        for (const item of items) this.add(item);
        return;
      }
      case 'choice':
        return this.#choice(node.branches);
      case 'repeat':
        return this.#repeat(node);
      case 'unsupported':
        throw new TypeError(`Cannot compile a pattern: it has ${node.what}`);
    }
  }

  #push(instruction: Instruction): void {
    this.instructions.push(instruction);
  }

  #look({ inside, behind, negative }: RegexNode & { kind: 'lookaround' }): void {
    const [towards, away]: readonly [Direction, Direction] = behind ? [1, -1] : [-1, 1];
    this.#push({ op: 'look', at: this.looks.length, negative });
    this.looks.push({ scanned: compileProgram(inside, towards), tried: compileProgram(inside, away) });
  }

  #choice(branches: readonly RegexNode[]): void {
    const ends: { to: number }[] = [];
    for (const [index, branch] of branches.entries()) {
      if (index === branches.length - 1) {
        this.add(branch);
        break;
      }
      const split = { op: 'split' as const, first: this.instructions.length + 1, second: 0 };
      this.#push(split);
      this.add(branch);
      const jump = { op: 'jump' as const, to: 0 };
      this.#push(jump);
      ends.push(jump);
      split.second = this.instructions.length;
    }
    for (const end of ends) end.to = this.instructions.length;
  }

  #repeat({ item, min, max, lazy }: RegexNode & { kind: 'repeat' }): void {
    for (let time = 0; time < min; time += 1) this.add(item);
    const start = this.instructions.length;
    // Whoever stops repeating leaves for good, from wherever they are.
    const leaving: ((end: number) => void)[] = [];
    for (let time = min; time < (max === Infinity ? min + 1 : max); time += 1) {
      leaving.push(this.#maybeLeave(lazy));
      this.add(item);
    }
    if (max === Infinity) this.#push({ op: 'jump', to: start });
    for (const leave of leaving) leave(this.instructions.length);
  }

  /** Goes on or leaves; where to is told once it is known. */
  #maybeLeave(lazy: boolean): (end: number) => void {
    const inside = this.instructions.length + 1;
    const split = { op: 'split' as const, first: inside, second: inside };
    this.#push(split);
    return (end) => {
      split[lazy ? 'first' : 'second'] = end;
    };
  }
}
