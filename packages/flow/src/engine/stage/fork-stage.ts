import type { Block } from '../../contract/block.js';
import type { Part } from '../../contract/part.js';
import { flowErrors } from '../../flow-errors.js';
import { joinBlock } from './join-block.js';
import { stopped, type Batch, type BatchSink, type BatchSource } from '../channel/channel.js';
import type { Quarantine } from '../step/quarantine.js';
import type { Stage } from './stage.js';

/** One branch, wired up: where it takes its copies and where they come out. */
export interface BranchPipe {
  readonly input: BatchSink;
  readonly output: BatchSource;
  readonly quarantine: Quarantine;
}

export interface ForkFacts {
  readonly node: string;
  readonly quarantine: Quarantine;
  /** A branch keeps parts back, so that what waits for it must not stop the fork. */
  readonly holdsBack: boolean;
  /** Where blocks wait for their copies. */
  openOriginals(): BatchSource & BatchSink;
  /** `failed` is called as soon as a branch ends with an error. */
  openBranches(failed: (error: unknown) => void): readonly BranchPipe[];
  /** Stops the handlers of all branches. */
  stop(): void;
}

/** Hands each branch the same state of every block, and joins what comes back in the order of branches. */
export class ForkStage implements Stage {
  readonly holdsBack: boolean;
  readonly #facts: ForkFacts;
  #upstream: { readonly error: unknown } | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(facts: ForkFacts) {
    this.#facts = facts;
    this.holdsBack = facts.holdsBack;
  }

  async run(input: BatchSource, output: BatchSink): Promise<void> {
    const originals = this.#facts.openOriginals();
    const branches = this.#facts.openBranches((error) => this.#branchFailed(error));
    const feeding = this.#feed(input, originals, branches);
    try {
      await this.#join(originals, branches, output);
    } catch (error) {
      throw this.#failure === undefined ? error : this.#failure.error;
    } finally {
      this.#facts.stop();
      originals.cancel();
      input.cancel();
      for (const branch of branches) branch.output.cancel();
      await feeding;
    }
  }

  /** The siblings of a branch that fails are stopped; an error from before the fork lets them come to it themselves. */
  #branchFailed(error: unknown): void {
    if (this.#failure !== undefined || error === this.#upstream?.error || error === stopped) return;
    this.#failure = { error };
    this.#facts.stop();
  }

  /** An error of what is before the fork travels through every branch, behind the parts before it. */
  async #feed(input: BatchSource, originals: BatchSink, branches: readonly BranchPipe[]): Promise<void> {
    const sinks = [originals, ...branches.map((branch) => branch.input)];
    try {
      for (;;) {
        const batch = await input.take();
        if (batch === undefined) break;
        const copies = branches.map(() => copyBatch(batch));
        await originals.put(batch);
        await Promise.all(branches.map(async (branch, index) => branch.input.put(copies[index] ?? [])));
      }
      for (const sink of sinks) sink.close();
    } catch (error) {
      this.#upstream = { error };
      for (const sink of sinks) sink.fail(error);
    }
  }

  async #join(originals: BatchSource, branches: readonly BranchPipe[], output: BatchSink): Promise<void> {
    const cursors = branches.map(({ output: source }) => new Cursor(source));
    for (;;) {
      const batch = await originals.take();
      if (batch === undefined) return;
      for (let index = 0; index < batch.length; index += 1) {
        try {
          const joining = this.#joinPart(batch[index] as Part, cursors, branches);
          if (joining !== undefined) await joining;
        } catch (error) {
          await output.put(batch.slice(0, index));
          throw error;
        }
      }
      await output.put(batch);
    }
  }

  /** A promise only where a branch is behind. */
  #joinPart(part: Part, cursors: readonly Cursor[], branches: readonly BranchPipe[]): void | Promise<void> {
    if (cursors.every((cursor) => cursor.isReady)) {
      return this.#merge(
        part,
        cursors.map((cursor) => cursor.next()),
        branches,
      );
    }
    return this.#joinLater(part, cursors, branches);
  }

  async #joinLater(part: Part, cursors: readonly Cursor[], branches: readonly BranchPipe[]): Promise<void> {
    for (const cursor of cursors) await cursor.load();
    this.#merge(
      part,
      cursors.map((cursor) => cursor.next()),
      branches,
    );
  }

  #merge(part: Part, copies: readonly (Part | undefined)[], branches: readonly BranchPipe[]): void {
    const blocks: Block[] = [];
    for (const copy of copies) {
      this.#assertMatch(part, copy);
      if (copy?.kind === 'block') blocks.push(copy.block);
    }
    if (part.kind !== 'block') return;
    const { id } = part.block;
    if (branches.some(({ quarantine }) => quarantine.has(id))) this.#facts.quarantine.add(id);
    else joinBlock(part.block, blocks);
  }

  #assertMatch(part: Part, copy: Part | undefined): void {
    if (copy?.kind === part.kind) {
      if (part.kind !== 'block' || copy.kind !== 'block' || copy.block.id === part.block.id) return;
    }
    const problem = 'a branch gave back other parts than it was given';
    throw flowErrors.create('FLOW_SHAPE', { tool: `parallel ${this.#facts.node}`, problem });
  }
}

/** Gives the parts of a branch one by one. */
class Cursor {
  readonly #source: BatchSource;
  #batch: Batch | undefined = [];
  #next = 0;

  constructor(source: BatchSource) {
    this.#source = source;
  }

  /** The next part is here, or there will be none. */
  get isReady(): boolean {
    return this.#batch === undefined || this.#next < this.#batch.length;
  }

  next(): Part | undefined {
    return this.#batch?.[this.#next++];
  }

  async load(): Promise<void> {
    if (this.isReady) return;
    this.#batch = await this.#source.take();
    this.#next = 0;
  }
}

/** Only blocks fork; other parts are shared, since one branch at most handles their kind. */
function copyBatch(batch: Batch): Batch {
  return batch.map((part) => (part.kind === 'block' ? { kind: 'block', block: copyBlock(part.block) } : part));
}

/** Content and overlays are replaced and never changed, so that a copy of what holds them is enough. No branch rewrites the source. */
function copyBlock(block: Block): Block {
  return {
    ...block,
    targets: { ...block.targets },
    overlays: [...block.overlays],
    annotations: { ...block.annotations },
    properties: { ...block.properties },
  };
}
