import type { FlowDocument } from '../io/flow-io.js';

/**
 * The documents of a run, a queue for each thread. Those of one format stand in as few queues as can be, since every
 * thread compiles for itself what a format needs. In a queue the largest come first, so that none works alone at the end.
 * Those of about one size stay in their order, so that a thread meets all its formats early: what it has compiled for
 * one, it compiles again when it meets another. Whose queue is empty takes from the one that has the most left.
 *
 *     po po po po │ po json json md
 */
export class DocumentQueues {
  readonly #queues: readonly DocumentQueue[];

  constructor(documents: readonly FlowDocument[], count: number) {
    this.#queues = Array.from({ length: count }, () => new DocumentQueue());
    const sizes = documents.map(({ bytes = 0 }) => bytes + 1);
    const share = sizes.reduce((sum, size) => sum + size, 0) / count;
    let before = 0;
    for (const index of byFormat(documents)) {
      const size = sizes[index] ?? 0;
      this.#queues[Math.min(Math.floor(before / share), count - 1)]?.add({ index, size });
      before += size;
    }
    for (const queue of this.#queues) queue.sort();
  }

  /** The next document for the thread of a queue, by its place in the order of inputs. */
  take(queue: number): number {
    const index = this.#queues[queue]?.take() ?? this.#fullest().take();
    if (index === undefined) throw new RangeError('Cannot take a document: none is left');
    return index;
  }

  #fullest(): DocumentQueue {
    return this.#queues.reduce((most, queue) => (queue.bytes > most.bytes ? queue : most));
  }
}

interface Waiting {
  readonly index: number;
  readonly size: number;
}

class DocumentQueue {
  /** In reverse: the next document is the last item. */
  readonly #waiting: Waiting[] = [];
  bytes = 0;

  add(document: Waiting): void {
    this.#waiting.push(document);
    this.bytes += document.size;
  }

  sort(): void {
    this.#waiting.sort((one, other) => doublings(one) - doublings(other) || other.index - one.index);
  }

  take(): number | undefined {
    const next = this.#waiting.pop();
    this.bytes -= next?.size ?? 0;
    return next?.index;
  }
}

function doublings({ size }: Waiting): number {
  return Math.ceil(Math.log2(size));
}

/** Those of one format behind each other. */
function byFormat(documents: readonly FlowDocument[]): readonly number[] {
  const formats = new Map<string | undefined, number[]>();
  for (const [index, { format }] of documents.entries()) {
    const same = formats.get(format);
    if (same === undefined) formats.set(format, [index]);
    else same.push(index);
  }
  return [...formats.values()].flat();
}
