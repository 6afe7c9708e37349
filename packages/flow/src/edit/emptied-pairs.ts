import type { OpenRun, Run, Runs } from '../contract/run.js';
import { runLength } from '../content/run/run-range.js';
import { constraintsOf } from '../content/run/vocabulary.js';
import type { ShapeSlice } from './shape-slices.js';

/** The halves of deletable pairs that had text and of whose content the cuts leave nothing. */
export function emptiedPairs(unit: Runs, cuts: readonly ShapeSlice[]): ShapeSlice[] {
  const scan = new PairScan(cuts);
  for (const run of unit) scan.pass(run);
  return scan.gone;
}

/** A pair that is open at the current place. */
interface OpenPair {
  readonly run: OpenRun;
  readonly coordinate: number;
  /** Length of the text, and of everything that stays, before it. */
  readonly text: number;
  readonly remaining: number;
}

class PairScan {
  readonly gone: ShapeSlice[] = [];
  readonly #cuts: readonly ShapeSlice[];
  readonly #open: OpenPair[] = [];
  #next = 0;
  #coordinate = 0;
  #text = 0;
  #remaining = 0;

  constructor(cuts: readonly ShapeSlice[]) {
    this.#cuts = cuts;
  }

  pass(run: Run): void {
    const length = runLength(run);
    this.#passInsertions();
    if (run.kind === 'pc-open' && run.isolated !== true) {
      this.#open.push({ run, coordinate: this.#coordinate, text: this.#text, remaining: this.#remaining });
    } else if (run.kind === 'pc-close' && this.#open.at(-1)?.run.id === run.id) this.#close();
    else this.#passContent(length, run.kind === 'text');
    this.#coordinate += length;
  }

  /** Passes the insertions at this position, which come before the run. */
  #passInsertions(): void {
    for (let cut = this.#cuts[this.#next]; cut?.end === this.#coordinate; cut = this.#cuts[this.#next]) {
      this.#next += 1;
      this.#remaining += 1;
    }
  }

  #passContent(length: number, isText: boolean): void {
    const end = this.#coordinate + length;
    for (let cut = this.#cuts[this.#next]; cut !== undefined && cut.start < end; cut = this.#cuts[this.#next]) {
      this.#next += 1;
      this.#remaining -= cut.end - cut.start;
      if (cut.text !== '') this.#remaining += 1;
    }
    this.#remaining += length;
    if (isText) this.#text += length;
  }

  #close(): void {
    const pair = this.#open.pop();
    if (pair === undefined) return;
    const emptied = pair.remaining === this.#remaining && pair.text < this.#text;
    if (emptied && constraintsOf(pair.run).deletable) this.gone.push(half(pair.coordinate), half(this.#coordinate));
    else this.#remaining += 1;
  }
}

function half(coordinate: number): ShapeSlice {
  return { start: coordinate, end: coordinate + 1, text: '', from: -1 };
}
