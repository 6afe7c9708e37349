import { holdsAt } from './holds-at.js';
import type { Program } from './program.js';

/** Steps that an engine that backtracks may try: for each character, and in addition. */
const stepsPerCharacter = 100;
const stepsBesides = 100_000;

/**
 * True when an engine that backtracks, as that of the language does, comes to an answer in few steps. Found out by doing
 * what it does, with a counter.
 */
export function isCheapToBacktrack(program: Program, points: Uint32Array): boolean {
  const tries = new Tries(points);
  for (let at = 0; at <= points.length; at += 1) {
    const matched = tries.from(program, at);
    if (tries.isOver) return false;
    if (matched) return true;
  }
  return true;
}

class Tries {
  readonly #points: Uint32Array;
  #stepsLeft: number;

  constructor(points: Uint32Array) {
    this.#points = points;
    this.#stepsLeft = stepsBesides + stepsPerCharacter * points.length;
  }

  get isOver(): boolean {
    return this.#stepsLeft <= 0;
  }

  /** Tries one way after the other: the stack holds what was put off, as pairs of instruction and place. */
  from(program: Program, start: number): boolean {
    const { instructions, looks, direction } = program;
    const stack = [0, start];
    while (stack.length > 0) {
      let at = stack.pop() ?? 0;
      let index = stack.pop() ?? 0;
      for (;;) {
        this.#stepsLeft -= 1;
        if (this.#stepsLeft <= 0) return false;
        const instruction = instructions[index];
        if (instruction === undefined || instruction.op === 'match') return true;
        if (instruction.op === 'split') {
          stack.push(instruction.second, at);
          index = instruction.first;
        } else if (instruction.op === 'jump') index = instruction.to;
        else if (instruction.op === 'set') {
          const point = this.#points[direction === 1 ? at : at - 1];
          if (point === undefined || !instruction.has(point)) break;
          at += direction;
          index += 1;
        } else if (instruction.op === 'assert') {
          if (!holdsAt(instruction.source, this.#points, at)) break;
          index += 1;
        } else {
          const look = looks[instruction.at];
          if (look === undefined || this.from(look.tried, at) === instruction.negative) break;
          index += 1;
        }
      }
    }
    return false;
  }
}
