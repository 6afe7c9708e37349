import { isPlainObject, type Json } from '@helve/core';
import {
  assembleTarget,
  BlockStep,
  cacheKey,
  contentHash,
  fingerprintOf,
  structureHash,
  targetStatuses,
  type Block,
  type LocaleId,
  type Runs,
  type StepContext,
  type TargetView,
  type ToolMeta,
} from '@helve/flow';
import { engineOf } from '../../model/ask-model.js';
import { l10nErrors } from '../../l10n-errors.js';
import { addProposals, commitTarget } from '../commit-target.js';
import { targetOf } from '../target-locale.js';
import { toolOrigin } from '../tool-origin.js';
import { askUnits } from './ask-units.js';
import type { AskedUnit, UnitAnswer } from './asked-unit.js';
import { itemDigest, itemsOf, promptFor } from './prompt.js';
import type { TranslateConfig } from './translate-config.js';

/** A block with what has to be asked for it. */
interface Job {
  readonly block: Block;
  readonly units: readonly AskedUnit[];
  readonly key: string;
}

/** What is cached for a block: the text of each unit, as it was verified. */
type CachedTexts = { readonly [unit: string]: string };

/** One step at work on one document. */
export class TranslationRun {
  readonly #config: TranslateConfig;
  readonly #meta: ToolMeta;
  readonly #ctx: StepContext;
  readonly #target: LocaleId;
  readonly #step: BlockStep;
  readonly #system: string;
  #settling: ReadonlyMap<string, UnitAnswer> = new Map();
  #job: Job | undefined;

  constructor(config: TranslateConfig, meta: ToolMeta, ctx: StepContext) {
    this.#config = config;
    this.#meta = meta;
    this.#ctx = ctx;
    this.#target = targetOf(ctx);
    this.#system = promptFor(config, ctx.locales.source, this.#target);
    const { contract = meta, overwriteApproved = false } = ctx.step;
    this.#step = new BlockStep({ translate: (view) => this.#write(view) }, meta, { contract, overwriteApproved });
  }

  /** Translates a group of blocks; each one that fails is left to the step's error policy. */
  async translate(blocks: readonly Block[]): Promise<void> {
    const jobs = blocks
      .map((block, index): Job => this.#jobOf(block, blocks, index))
      .filter(({ units }) => units.length > 0);
    const open: Job[] = [];
    for (const job of jobs) if (!(await this.#fromCache(job))) open.push(job);
    if (open.length === 0) return;
    const answers = await askUnits(
      open.flatMap(({ units }) => units),
      { config: this.#config, system: this.#system, from: this.#ctx.locales.source, to: this.#target },
      this.#ctx,
    );
    for (const job of open) await this.#settle(job, answers);
  }

  #jobOf(block: Block, around: readonly Block[], index: number): Job {
    const units = this.#isWanted(block) ? itemsOf(block, this.#target, this.#config, { around, index }) : [];
    if (units.length === 0) return { block, units, key: '' };
    const { tool } = this.#ctx.step;
    const key = cacheKey({
      tool,
      version: this.#meta.version,
      config: fingerprintOf(
        { provider: this.#config.provider, model: this.#config.model ?? '' },
        { prompt: this.#system, items: itemDigest(units) },
      ),
      content: contentHash(block),
      structure: structureHash(block),
      locales: [this.#ctx.locales.source, this.#target],
    });
    return { block, units, key };
  }

  #isWanted({ translatable, source, targets }: Block): boolean {
    if (!translatable || source.length === 0) return false;
    const target = Object.hasOwn(targets, this.#target) ? targets[this.#target] : undefined;
    if (target === undefined || !this.#config.skipMatched || target.runs.length === 0) return true;
    const done = targetStatuses.indexOf(target.status) >= targetStatuses.indexOf('translated');
    return !done && target.origin?.kind !== 'tm';
  }

  async #fromCache(job: Job): Promise<boolean> {
    const cached = await this.#ctx.session?.cacheGet(job.key);
    if (!isTexts(cached) || !job.units.every(({ unit }) => typeof cached[unit.key] === 'string')) return false;
    const answers = new Map(
      job.units.map((asked): [string, UnitAnswer] => [asked.id, asked.verify(cached[asked.unit.key] ?? '', 'cache')]),
    );
    await this.#settle(job, answers);
    return true;
  }

  async #settle(job: Job, answers: ReadonlyMap<string, UnitAnswer>): Promise<void> {
    const { block, units, key } = job;
    const own = units.map(({ id }) => answers.get(id));
    const failed = own.find((answer) => answer === undefined || 'error' in answer);
    try {
      if (failed !== undefined && 'error' in failed) throw failed.error;
      this.#settling = answers;
      this.#job = job;
      await this.#step.handle(block, this.#ctx);
      const refused = own.find((answer) => answer !== undefined && 'fault' in answer);
      if (refused !== undefined && 'fault' in refused) {
        throw l10nErrors.create('L10N_CODES', { block: block.id, problem: refused.fault });
      }
    } catch (error) {
      this.#ctx.failBlock(block.id, error);
      return;
    }
    await this.#ctx.session?.cachePut(key, textsOf(units, answers));
  }

  /** A target when every unit came through; else what came is a proposal. */
  #write(view: TargetView): void {
    const { units = [] } = this.#job ?? {};
    const made = new Map<string, Runs>();
    let refused = false;
    let reference = '';
    for (const { id, unit } of units) {
      const answer = this.#settling.get(id);
      if (answer === undefined || 'error' in answer) return;
      refused ||= 'fault' in answer;
      reference = answer.reference;
      made.set(unit.key, answer.runs);
    }
    const engine = engineOf(this.#config);
    const origin = { ...toolOrigin(this.#ctx, this.#meta.version, 'ai'), engine, reference };
    const runs = assembleTarget(view, this.#target, made);
    if (!refused) commitTarget(view, this.#ctx, this.#target, runs, { status: 'draft', origin });
    else
      addProposals(view, [
        { target: runs, locale: this.#target, origin, matchType: 'ai', engine, rejected: 'codes', repaired: false },
      ]);
  }
}

function textsOf(units: readonly AskedUnit[], answers: ReadonlyMap<string, UnitAnswer>): Json {
  return Object.fromEntries(
    units.flatMap(({ id, unit }) => {
      const answer = answers.get(id);
      return answer !== undefined && 'text' in answer ? [[unit.key, answer.text]] : [];
    }),
  );
}

function isTexts(value: unknown): value is CachedTexts {
  return isPlainObject(value) && Object.values(value).every((text) => typeof text === 'string');
}
