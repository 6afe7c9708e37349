/** One replacement over the text of a unit, in code points. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Above that many single changes the differing middle counts as one replacement: the search would cost its square. */
const MAX_CHANGES = 2_000;

/** The fewest changes, by code point, that make one text of the other. */
export function diffEdits(oldText: string, newText: string): readonly TextEdit[] {
  if (oldText === newText) return [];
  const before = [...oldText];
  const after = [...newText];
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const oldEnd = before.length - tail;
  const newEnd = after.length - tail;
  const trace = furthestPaths(before.slice(head, oldEnd), after.slice(head, newEnd));
  if (trace === undefined) return [{ start: head, end: oldEnd, text: after.slice(head, newEnd).join('') }];
  return gather(collectChanges(trace, oldEnd - head, newEnd - head), after, head);
}

function commonHead(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  return head;
}

function commonTail(before: readonly string[], after: readonly string[], head: number): number {
  const most = Math.min(before.length, after.length) - head;
  let tail = 0;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return tail;
}

/**
 * Myers' greedy search. Entry `d` of the trace says, for each diagonal `k = x - y` from `-d` to `d`, how far `x` comes
 * with `d` changes.
 */
function furthestPaths(before: readonly string[], after: readonly string[]): Int32Array[] | undefined {
  const trace: Int32Array[] = [];
  const most = Math.min(before.length + after.length, MAX_CHANGES);
  for (let d = 0; d <= most; d += 1) {
    const reach = new Int32Array(2 * d + 1);
    trace.push(reach);
    for (let k = -d; k <= d; k += 2) {
      let x = d === 0 ? 0 : firstStep(trace[d - 1], d, k);
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1;
      reach[k + d] = x;
      if (x >= before.length && x - k >= after.length) return trace;
    }
  }
  return undefined;
}

/** Where diagonal `k` is entered with change `d`: by an insertion from above, else by a deletion from the left. */
function firstStep(earlier: Int32Array | undefined, d: number, k: number): number {
  return comesByInsertion(earlier, d, k) ? reached(earlier, d, k + 1) : reached(earlier, d, k - 1) + 1;
}

function comesByInsertion(earlier: Int32Array | undefined, d: number, k: number): boolean {
  return k === -d || (k !== d && reached(earlier, d, k - 1) < reached(earlier, d, k + 1));
}

function reached(earlier: Int32Array | undefined, d: number, k: number): number {
  return earlier?.[k + d - 1] ?? 0;
}

/** One deleted (`inserts: false`) or inserted code point, at `x` of the old and `y` of the new text. */
interface Change {
  readonly x: number;
  readonly y: number;
  readonly inserts: boolean;
}

/** Walks the trace back from the end. */
function collectChanges(trace: readonly Int32Array[], oldLength: number, newLength: number): Change[] {
  const changes: Change[] = [];
  let [x, y] = [oldLength, newLength];
  for (let d = trace.length - 1; d > 0; d -= 1) {
    const k = x - y;
    const inserts = comesByInsertion(trace[d - 1], d, k);
    const from = inserts ? k + 1 : k - 1;
    x = reached(trace[d - 1], d, from);
    y = x - from;
    changes.push({ x, y, inserts });
  }
  return changes.reverse();
}

/** Joins single changes that touch into replacements. */
function gather(changes: readonly Change[], after: readonly string[], head: number): TextEdit[] {
  const edits: { start: number; end: number; text: string }[] = [];
  for (const { x, y, inserts } of changes) {
    let last = edits.at(-1);
    if (last === undefined || last.end !== x + head) edits.push((last = { start: x + head, end: x + head, text: '' }));
    if (inserts) last.text += after[y + head];
    else last.end += 1;
  }
  return edits;
}
