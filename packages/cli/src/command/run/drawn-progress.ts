import type { ProgressEvent } from '@helve/flow/engine';
import type { Terminal } from '../../terminal.js';
import { cutText, oneLine } from '../../text/text-width.js';
import type { RunProgress } from './run-progress.js';

const RUN_CELLS = 24;
const STEP_CELLS = 12;
/** More lines would leave little of a small terminal. */
const MOST_LINES = 12;
const eraseLine = '\r\u001B[2K';
const eraseLineAbove = '\u001B[1A\u001B[2K';

/** A step at work on one file: how many blocks went in and came out. */
interface StepCounts {
  readonly tool: string;
  readonly in: number;
  readonly out: number;
}

/**
 * A bar for the run, and for each file under way one for each of its steps:
 *
 *     [########----------------] 1/3
 *     app.json
 *       1 segmentation [############] 640
 *       2 pseudo-translate [######------] 320
 */
export function drawnProgress(sink: Terminal['io']['stderr']): RunProgress {
  const bars = new Bars();
  let drawn = 0;
  const clear = () => {
    sink.write(eraseLine + eraseLineAbove.repeat(Math.max(0, drawn - 1)));
    drawn = 0;
  };
  return {
    show(event) {
      bars.take(event);
      clear();
      if (event.kind === 'done') return;
      const lines = bars.toLines().map((line) => cutText(line, (sink.columns || 80) - 1));
      sink.write(lines.join('\n'));
      drawn = lines.length;
    },
    clear,
  };
}

/** Progress bars of a run under way. */
class Bars {
  #documents = 0;
  #done = 0;
  /** The steps of each file under way, in the order in which they were heard of. */
  readonly #open = new Map<string, Map<string, StepCounts>>();

  take({ kind, document = '', node = '', tool = '', data = {} }: ProgressEvent): void {
    if (kind === 'start') this.#documents = Number(data['documents'] ?? 0);
    if (kind === 'file-start') this.#open.set(document, new Map());
    if (kind === 'step') this.#open.get(document)?.set(node, { tool, in: count(data['in']), out: count(data['out']) });
    if (kind === 'file-done' && this.#open.delete(document)) this.#done += 1;
  }

  toLines(): readonly string[] {
    const run = `${bar(this.#done, this.#documents, RUN_CELLS)} ${this.#done}/${this.#documents}`;
    const lines = [run, ...[...this.#open].flatMap(([document, steps]) => [oneLine(document), ...stepLines(steps)])];
    return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), '…'];
  }
}

/** Of how many blocks there are, only those are known that were read by now. */
function stepLines(steps: ReadonlyMap<string, StepCounts>): readonly string[] {
  const read = Math.max(0, ...[...steps.values()].map((step) => step.in));
  return [...steps]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([node, { tool, out }]) => `  ${oneLine(`${node} ${tool}`)} ${bar(out, read, STEP_CELLS)} ${out}`);
}

function bar(done: number, all: number, cells: number): string {
  const full = all === 0 ? 0 : Math.round((Math.min(done, all) / all) * cells);
  return `[${'#'.repeat(full)}${'-'.repeat(cells - full)}]`;
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
