import { holdsAt } from './holds-at.js';
import type { Program } from './program.js';

/** True when a program matches somewhere in a text. The time grows with the text, never with the ways to read it. */
export function matchesSomewhere(program: Program, points: Uint32Array): boolean {
  return new Scan(program, points).run(() => true);
}

/** All places at which a match of a program ends, by its direction. */
function endsOf(program: Program, points: Uint32Array): Uint8Array {
  const ends = new Uint8Array(points.length + 1);
  new Scan(program, points).run((at) => {
    ends[at] = 1;
    return false;
  });
  return ends;
}

/**
 * Follows all ways through a program at once, character by character: each instruction is in the list of a place once,
 * however many ways lead to it. A match may begin at every place.
 *
 *     at     list of instructions that may come next
 *     at+1   those that follow the ones whose set holds the character between
 */
class Scan {
  readonly #program: Program;
  readonly #points: Uint32Array;
  /** For each lookaround, the positions at which it holds. */
  readonly #looks: readonly Uint8Array[];
  #list: Int32Array;
  #next: Int32Array;
  #count = 0;
  /** At which step an instruction was listed last. */
  readonly #listedAt: Int32Array;
  readonly #stack: number[] = [];

  constructor(program: Program, points: Uint32Array) {
    const size = program.instructions.length;
    this.#program = program;
    this.#points = points;
    this.#looks = program.looks.map(({ scanned }) => endsOf(scanned, points));
    this.#list = new Int32Array(size);
    this.#next = new Int32Array(size);
    this.#listedAt = new Int32Array(size).fill(-1);
  }

  /** Tells of every place where a match ends; true from `found` stops it, and is the answer. */
  run(found: (at: number) => boolean): boolean {
    const { direction } = this.#program;
    const { length } = this.#points;
    for (let step = 0, at = direction === 1 ? 0 : length; step <= length; step += 1, at += direction) {
      if (this.#follow(0, at, step) && found(at)) return true;
      if (step === length) return false;
      if (this.#advance(this.#points[direction === 1 ? at : at - 1] ?? 0, at + direction, step + 1)) {
        if (found(at + direction)) return true;
      }
    }
    return false;
  }

  /** Reads one character. Whether a match ends behind it. */
  #advance(point: number, at: number, step: number): boolean {
    const { instructions } = this.#program;
    const list = this.#list;
    const count = this.#count;
    this.#list = this.#next;
    this.#next = list;
    this.#count = 0;
    let matched = false;
    for (let index = 0; index < count; index += 1) {
      const from = list[index] ?? 0;
      const instruction = instructions[from];
      if (instruction?.op !== 'set' || !instruction.has(point)) continue;
      if (this.#follow(from + 1, at, step)) matched = true;
    }
    return matched;
  }

  /** Lists what may be read next from an instruction on. Whether a match ends here. */
  #follow(from: number, at: number, step: number): boolean {
    const { instructions } = this.#program;
    const stack = this.#stack;
    let matched = false;
    stack.push(from);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (this.#listedAt[index] === step) continue;
      this.#listedAt[index] = step;
      const instruction = instructions[index];
      if (instruction === undefined) continue;
      if (instruction.op === 'match') matched = true;
      else if (instruction.op === 'set') this.#list[this.#count++] = index;
      else if (instruction.op === 'jump') stack.push(instruction.to);
      else if (instruction.op === 'split') stack.push(instruction.second, instruction.first);
      else if (instruction.op === 'assert') {
        if (holdsAt(instruction.source, this.#points, at)) stack.push(index + 1);
      } else if ((this.#looks[instruction.at]?.[at] === 1) !== instruction.negative) stack.push(index + 1);
    }
    return matched;
  }
}
