import { digest, isPlainObject, type Json, type JsonObject } from '@helve/core';
import {
  cacheKey,
  contentHash,
  fingerprintOf,
  structureHash,
  type Block,
  type BlockView,
  type StepContext,
  type TargetView,
  type ToolMeta,
} from '@helve/flow';
import { BlockStep } from '@helve/flow/content';
import { l10nErrors } from '../../l10n-errors.js';
import { toAnswer, type RequestItem, type ItemAnswer } from '../../model/request-item.js';

/** A block's position among the blocks of its group. */
export interface BlockNeighbours {
  readonly around: readonly Block[];
  readonly index: number;
}

/** An item with a usable answer, or one that has a fault. */
export interface AnsweredItem<Value> {
  readonly request: RequestItem<Value>;
  readonly answer: Exclude<ItemAnswer<Value>, { readonly error: unknown }>;
}

/** The implementation of a tool that sends many blocks at once to a model or engine. */
export interface GroupWork<Value> {
  /** Lists the request items of a block; none if it is left alone. */
  itemsOf(block: Block, neighbours: BlockNeighbours): readonly RequestItem<Value>[];
  ask(items: readonly RequestItem<Value>[]): Promise<ReadonlyMap<string, ItemAnswer<Value>>>;
  /** Everything that the answers depend on besides the items. */
  readonly shapedBy: JsonObject;
  /** Writes the answers for a block. With `takesFaults` it also receives unusable ones. */
  annotate?(view: BlockView, answered: readonly AnsweredItem<Value>[]): void;
  translate?(view: TargetView, answered: readonly AnsweredItem<Value>[]): void;
  readonly takesFaults?: boolean;
}

/** A block with its request items. */
interface Question<Value> {
  readonly block: Block;
  readonly items: readonly RequestItem<Value>[];
}

interface Job<Value> extends Question<Value> {
  readonly key: string;
}

/** One step processing the groups of one document; earlier answers are not requested again. */
export class GroupRun<Value> {
  readonly #work: GroupWork<Value>;
  readonly #meta: ToolMeta;
  readonly #ctx: StepContext;
  readonly #step: BlockStep;
  #settling: readonly AnsweredItem<Value>[] = [];

  constructor(work: GroupWork<Value>, meta: ToolMeta, ctx: StepContext) {
    this.#work = work;
    this.#meta = meta;
    this.#ctx = ctx;
    const { contract = meta, overwriteApproved = false } = ctx.step;
    const handlers =
      work.annotate === undefined
        ? { translate: (view: TargetView) => work.translate?.(view, this.#settling) }
        : { annotate: (view: BlockView) => work.annotate?.(view, this.#settling) };
    this.#step = new BlockStep(handlers, meta, { contract, overwriteApproved });
  }

  /** Sends the requests of a group of blocks, if any; failing blocks are left to the step's error policy. */
  handle(blocks: readonly Block[]): void | Promise<void> {
    const questions: Question<Value>[] = [];
    for (const [index, block] of blocks.entries()) {
      const items = this.#work.itemsOf(block, { around: blocks, index });
      if (items.length > 0) questions.push({ block, items });
    }
    if (questions.length > 0) return this.#answer(questions);
  }

  async #answer(questions: readonly Question<Value>[]): Promise<void> {
    const open: Job<Value>[] = [];
    for (const { block, items } of questions) {
      const job = { block, items, key: this.#keyOf(block, items) };
      if (!(await this.#fromCache(job))) open.push(job);
    }
    if (open.length === 0) return;
    const answers = await this.#ask(open.flatMap(({ items }) => items));
    for (const job of open) await this.#settle(job, answers);
  }

  /** Sends items; if the provider cannot be reached at all, every block fails under the error policy of the step. */
  async #ask(items: readonly RequestItem<Value>[]): Promise<ReadonlyMap<string, ItemAnswer<Value>>> {
    try {
      return await this.#work.ask(items);
    } catch (error) {
      if (this.#ctx.signal.aborted) throw error;
      return new Map(items.map(({ id }) => [id, { error }]));
    }
  }

  #keyOf(block: Block, items: readonly RequestItem<Value>[]): string {
    const { source, target } = this.#ctx.locales;
    return cacheKey({
      tool: this.#ctx.step.tool,
      version: this.#meta.version,
      config: fingerprintOf(this.#work.shapedBy, { items: digest(items.map(({ item }) => item)) }),
      content: contentHash(block),
      structure: structureHash(block),
      locales: target === undefined ? [source] : [source, target],
    });
  }

  async #fromCache(job: Job<Value>): Promise<boolean> {
    const cached = await this.#ctx.session?.cacheGet(job.key);
    if (!isAnswers(cached) || cached.answers.length !== job.items.length) return false;
    const answers = new Map(
      job.items.map((request, index) => [request.id, toAnswer(request, cached.answers[index] ?? {}, 'cache')]),
    );
    await this.#settle(job, answers);
    return true;
  }

  async #settle({ block, items, key }: Job<Value>, answers: ReadonlyMap<string, ItemAnswer<Value>>): Promise<void> {
    try {
      const answered = items.map((request) => ({ request, answer: usable(request, answers.get(request.id)) }));
      const fault = answered.find(({ answer }) => answer.fault !== undefined)?.answer.fault;
      if (fault !== undefined && this.#work.takesFaults !== true) throw faulty(block.id, fault);
      this.#settling = answered;
      await this.#step.handle(block, this.#ctx);
      if (fault !== undefined) throw faulty(block.id, fault);
      const cacheEntry: Json = { answers: answered.map(({ answer }) => answer.raw) };
      await this.#ctx.session?.cachePut(key, cacheEntry);
    } catch (error) {
      if (this.#ctx.signal.aborted) throw error;
      this.#ctx.failBlock(block.id, error);
    }
  }
}

function usable<Value>(
  { block }: RequestItem<Value>,
  answer: ItemAnswer<Value> | undefined,
): AnsweredItem<Value>['answer'] {
  if (answer === undefined) throw faulty(block, 'it got no answer');
  if ('error' in answer) throw answer.error;
  return answer;
}

function faulty(block: string, problem: string): Error {
  return l10nErrors.create('L10N_CODES', { block, problem });
}

function isAnswers(value: unknown): value is { readonly answers: readonly JsonObject[] } {
  return isPlainObject(value) && Array.isArray(value['answers']) && value['answers'].every(isPlainObject);
}
