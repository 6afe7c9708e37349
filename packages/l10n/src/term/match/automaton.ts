import { EdgeTable } from './edge-table.js';

/** Maps a number to its value at the start of a sequence. */
type AsFirst = (symbol: number) => number;

/**
 * An Aho-Corasick automaton over numbers above 0: it finds any number of sequences in a stream, in about one step per
 * number. State 0 is the start; the states in which a sequence ends have the lowest numbers after it, so that most
 * steps look at nothing else.
 */
export class Automaton {
  readonly #edges = new EdgeTable();
  readonly #fails: Int32Array;
  /** The sequences that end in each state, one after the other, and the start of those of each state. */
  readonly #found: Int32Array;
  readonly #foundFrom: Int32Array;

  constructor(sequences: readonly (readonly number[])[], asFirst: AsFirst) {
    const { parents, symbols, fails, found } = linkedTrie(sequences, asFirst);
    const inOrder = [...parents.keys()].sort((one, other) => rankOf(one, found) - rankOf(other, found));
    const numbers = new Int32Array(parents.length);
    for (const [number, state] of inOrder.entries()) numbers[state] = number;
    const renumbered = (state: number | undefined) => numbers[state ?? 0] ?? 0;
    this.#fails = Int32Array.from(inOrder, (state) => renumbered(fails[state]));
    const ends = inOrder.flatMap((state) => (found[state] === undefined ? [] : [found[state]]));
    this.#found = Int32Array.from(ends.flat());
    this.#foundFrom = new Int32Array(ends.length + 1);
    for (const [index, { length }] of ends.entries()) {
      this.#foundFrom[index + 1] = (this.#foundFrom[index] ?? 0) + length;
    }
    for (let state = 1; state < parents.length; state += 1) {
      this.#edges.set(renumbered(parents[state]), symbols[state] ?? 0, renumbered(state));
    }
  }

  /** Returns the state after the first number of a sequence. */
  start(symbol: number): number {
    return this.#edges.get(0, symbol);
  }

  /** Returns the state after one more number; `started` if no sequence continues with it. */
  next(state: number, symbol: number, started: number): number {
    for (let from = state; from !== 0; from = this.#fails[from] ?? 0) {
      const to = this.#edges.get(from, symbol);
      if (to !== 0) return to;
    }
    return started;
  }

  /** The last of the states, from 1 on, in which a sequence ends. */
  get lastEnd(): number {
    return this.#foundFrom.length - 1;
  }

  /** Returns the start of the sequences that end in a state, in the list of all; those of the next state follow. */
  foundFrom(state: number): number {
    return this.#foundFrom[state - 1] ?? 0;
  }

  /** Returns the sequence at an index of that list; of one state the longest comes first. */
  foundAt(index: number): number {
    return this.#found[index] ?? 0;
  }
}

type Found = readonly (readonly number[] | undefined)[];

function rankOf(state: number, found: Found): number {
  if (state === 0) return 0;
  return found[state] === undefined ? 2 : 1;
}

interface LinkedTrie {
  /** Parent of each state, and the number that leads from it. */
  readonly parents: readonly number[];
  readonly symbols: readonly number[];
  /** Failure link of each state: the state of its longest suffix that starts a sequence. */
  readonly fails: Int32Array;
  readonly found: Found;
}

function linkedTrie(sequences: readonly (readonly number[])[], asFirst: AsFirst): LinkedTrie {
  const edges = new EdgeTable();
  const parents = [0];
  const symbols = [0];
  const states = new Int32Array(sequences.length);
  // Level by level, so that a state comes after all that are nearer to the start.
  for (let depth = 0, open = sequences.length; open > 0; depth += 1) {
    open = 0;
    for (const [number, sequence] of sequences.entries()) {
      const symbol = sequence[depth];
      if (symbol === undefined) continue;
      open += 1;
      const state = states[number] ?? 0;
      let next = edges.get(state, symbol);
      if (next === 0) {
        edges.set(state, symbol, (next = parents.length));
        parents.push(state);
        symbols.push(symbol);
      }
      states[number] = next;
    }
  }
  const found: (readonly number[] | undefined)[] = [];
  for (const [number, state] of states.entries()) found[state] = [...(found[state] ?? []), number];
  const fails = new Int32Array(parents.length);
  for (let state = 1; state < parents.length; state += 1) {
    const [parent = 0, symbol = 0] = [parents[state], symbols[state]];
    const fail = parent === 0 ? 0 : follow(edges, fails, fails[parent] ?? 0, symbol, asFirst);
    fails[state] = fail;
    const shorter = found[fail];
    if (shorter !== undefined) found[state] = [...(found[state] ?? []), ...shorter];
  }
  return { parents, symbols, fails, found };
}

function follow(edges: EdgeTable, fails: Int32Array, state: number, symbol: number, asFirst: AsFirst): number {
  for (let from = state; from !== 0; from = fails[from] ?? 0) {
    const to = edges.get(from, symbol);
    if (to !== 0) return to;
  }
  return edges.get(0, asFirst(symbol));
}
