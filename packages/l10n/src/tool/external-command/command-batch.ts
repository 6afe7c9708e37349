import { isPlainObject } from '@helve/core';
import {
  flowErrors,
  newBlockView,
  runsText,
  type Block,
  type BlockView,
  type Part,
  type StepContext,
} from '@helve/flow';
import { batchMark, BlockStep, type BlockHandlers } from '@helve/flow/content';
import { targetLocale } from '../../tool-kit/target-locale.js';
import { commitAnswers, planAnswers, type Answers } from './apply-answers.js';
import type { CommandConfig } from './command-config.js';
import { sideJobs, translationJobs, type CommandJob } from './command-job.js';
import { CommandFailure, reportFailure, runCommand } from './run-command.js';

/** Number of blocks per program if no step has gathered them. */
const GROUP = 64;

/** Starts the program once per group of blocks: a line of JSON for each text in, one out. */
export async function* runBatches(
  config: CommandConfig,
  version: string,
  ctx: StepContext,
  input: AsyncIterable<Part>,
): AsyncIterable<Part> {
  const run = new CommandBatch(config, version, ctx);
  let group: Block[] = [];
  const flush = async (): Promise<readonly Part[]> => {
    const blocks = group;
    group = [];
    await run.handle(blocks);
    return blocks.map((block): Part => ({ kind: 'block', block }));
  };
  for await (const part of input) {
    if (ctx.signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
    if (part.kind !== 'block') {
      yield* await flush();
      yield part;
      continue;
    }
    if (endsGroup(group, part.block)) yield* await flush();
    group.push(part.block);
  }
  yield* await flush();
}

function endsGroup(group: readonly Block[], next: Block): boolean {
  const [first] = group;
  if (first === undefined) return false;
  const mark = batchMark(first);
  return mark === undefined ? group.length >= GROUP : mark.id !== batchMark(next)?.id;
}

class CommandBatch {
  readonly #config: CommandConfig;
  readonly #version: string;
  readonly #ctx: StepContext;
  readonly #step: BlockStep;
  #answers: Answers = new Map();

  constructor(config: CommandConfig, version: string, ctx: StepContext) {
    this.#config = config;
    this.#version = version;
    this.#ctx = ctx;
    const { contract, overwriteApproved = false } = ctx.step;
    if (contract === undefined) throw new TypeError('Cannot run a command on batches: the step has no contract');
    this.#step = new BlockStep(this.#handlers(), contract, { contract, overwriteApproved });
  }

  async handle(blocks: readonly Block[]): Promise<void> {
    const selected = blocks.filter((block) => this.#jobs(this.#view(block)).length > 0);
    if (selected.length === 0) return;
    try {
      this.#answers = await this.#ask(selected);
    } catch (error) {
      for (const { id } of selected) this.#fail(id, error);
      return;
    }
    for (const block of selected) await this.#settle(block);
  }

  async #ask(blocks: readonly Block[]): Promise<Answers> {
    const { args } = this.#config;
    const lines = blocks.flatMap((block) => this.#jobs(this.#view(block)).map((job) => this.#line(job, block)));
    const answer = await runCommand(this.#config, args, `${lines.join('\n')}\n`, this.#ctx);
    return readLines(answer);
  }

  #line(job: CommandJob, { source }: Block): string {
    const { send } = this.#config;
    const facts = { id: job.id, locale: job.locale, ...(send === 'json' ? { source: runsText(source) } : {}) };
    return JSON.stringify({ ...facts, text: job.sent(send === 'text' ? 'text' : 'placeholder', {}) });
  }

  async #settle(block: Block): Promise<void> {
    try {
      await this.#step.handle(block, this.#ctx);
    } catch (error) {
      this.#fail(block.id, error);
    }
  }

  #fail(block: string, error: unknown): void {
    try {
      if (!(error instanceof CommandFailure)) throw error;
      reportFailure(error, block, this.#config, this.#ctx);
    } catch (refused) {
      this.#ctx.failBlock(block, refused);
    }
  }

  #handlers(): BlockHandlers {
    if (this.#config.side === 'source') {
      return {
        translate: (view, ctx) => {
          const jobs = this.#answered(view);
          commitAnswers(view, ctx, this.#config, targetLocale(ctx), this.#version, jobs, this.#answers);
        },
      };
    }
    return { transform: (view, ctx) => planAnswers(view, ctx, this.#config, this.#answered(view), this.#answers) };
  }

  #answered(view: BlockView): readonly CommandJob[] {
    const jobs = this.#jobs(view);
    const missing = jobs.find(({ id }) => !this.#answers.has(id));
    if (missing !== undefined) throw new CommandFailure(`it returned nothing for "${missing.id}"`, {});
    return jobs;
  }

  #jobs(view: BlockView): readonly CommandJob[] {
    if (!view.translatable) return [];
    return this.#config.side === 'source'
      ? translationJobs(view, targetLocale(this.#ctx))
      : sideJobs(view, this.#config);
  }

  #view(block: Block): BlockView {
    const { contract, tool } = this.#ctx.step;
    if (contract === undefined) throw new TypeError('Cannot read a block: the step has no contract');
    return newBlockView(block, { tool, meta: contract, document: this.#ctx.document.id, lose: () => undefined });
  }
}

function readLines(answer: string): Answers {
  const answers = new Map<string, string>();
  for (const line of answer.split('\n')) {
    if (line.trim() === '') continue;
    const value = parseLine(line);
    if (!isPlainObject(value) || typeof value['id'] !== 'string' || typeof value['text'] !== 'string') {
      throw new CommandFailure('a line of its output is not a JSON object with "id" and "text"', {});
    }
    answers.set(value['id'], value['text']);
  }
  return answers;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
