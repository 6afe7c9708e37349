import type { MessagePort } from 'node:worker_threads';
import { BLOCK_KEYS, type TmBlock, type TmIndexer } from '../memory/contract.js';
import { indexBlock } from '../memory/gram-block.js';

/** Request to a thread to index a full block: the texts of its keys, in order. */
export interface IndexTask {
  readonly kind: 'index';
  readonly task: number;
  readonly block: number;
  readonly texts: readonly string[];
  readonly tiers: Uint8Array;
}

/** Result of an index task. */
export interface IndexedBlock {
  readonly kind: 'indexed';
  readonly task: number;
  readonly made: TmBlock;
}

/** Lets a thread that reads a file index blocks as well. Blocks it does not get to are indexed on this thread. */
export class ThreadIndexer {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (made: TmBlock | undefined) => void>();
  #tasks = 0;
  #isOpen = true;
  #whenIdle = () => {};

  constructor(port: MessagePort) {
    this.#port = port;
  }

  readonly index: TmIndexer = async (block, keys) => {
    const made = this.#isOpen ? await this.#ask(block, keys) : undefined;
    return made ?? indexBlock(block, keys);
  };

  #ask(block: number, keys: Parameters<TmIndexer>[1]): Promise<TmBlock | undefined> {
    const task = (this.#tasks += 1);
    const texts = keys.map(({ text }) => text);
    const tiers = Uint8Array.from(keys, (key) => key.tiers);
    this.#port.postMessage({ kind: 'index', task, block, texts, tiers } satisfies IndexTask, []);
    return new Promise((resolve) => this.#waiting.set(task, resolve));
  }

  /** Receives a result of the thread. */
  take({ task, made }: IndexedBlock): void {
    this.#waiting.get(task)?.(made);
    this.#waiting.delete(task);
    if (this.#waiting.size === 0) this.#whenIdle();
  }

  /** Waits for the pending results. */
  async idle(): Promise<void> {
    if (this.#waiting.size > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  /** Ends the indexer: the thread sends no more results. */
  close(): void {
    this.#isOpen = false;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
    this.#whenIdle();
  }
}

/** Indexes the block of a task, and lists the buffers to transfer. */
export function indexedBlock({ task, block, texts, tiers }: IndexTask): readonly [IndexedBlock, ArrayBuffer[]] {
  const keys = texts.map((text, index) => ({ number: block * BLOCK_KEYS + index, tiers: tiers[index] ?? 0, text }));
  const made = indexBlock(block, keys);
  return [{ kind: 'indexed', task, made }, [made.lengths, ...made.postings].map(toBuffer)];
}

/** Returns the buffer of a block, which owns its bytes. */
function toBuffer({ buffer }: Uint8Array): ArrayBuffer {
  return buffer as ArrayBuffer;
}
