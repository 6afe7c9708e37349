import type { JsonObject } from '@helve/core';
import type { Block } from '../../contract/block.js';
import type { LossNote } from '../../contract/loss.js';
import type { ToolSession } from '../../contract/store.js';
import type { FlowClock, Resources, StepContext } from '../../contract/tool.js';
import { batchMark, type BatchMark } from '../../view/batch-mark.js';
import type { StepLogEntry } from '../run-env.js';
import type { StepRecord } from './step-record.js';

/** Settings that all contexts of one step and document share. */
export interface StepSetting {
  readonly record: StepRecord;
  readonly signal: AbortSignal;
  readonly config: JsonObject;
  readonly locales: StepContext['locales'];
  readonly document: StepContext['document'];
  readonly step: StepContext['step'];
  readonly call: StepContext['call'];
  readonly session?: ToolSession;
  readonly resources: Resources;
  readonly clock: FlowClock;
  /** Passes a line on, and returns it as reports keep it; undefined for one too many. */
  log(level: 'debug' | 'info' | 'warn', message: string, block: string | undefined): StepLogEntry | undefined;
  failBlock(blockId: string, error: unknown): void;
  conceal(text: string, shown: string): void;
  shown(text: string): string;
}

/**
 * The context of a step. It knows the block in hand and keeps back what the handler says of it, until the block has
 * passed: an attempt that fails leaves no trace, and what is said comes in the order of blocks.
 */
export class StepScope implements StepContext {
  readonly signal: AbortSignal;
  readonly config: JsonObject;
  readonly locales: StepContext['locales'];
  readonly document: StepContext['document'];
  readonly step: StepContext['step'];
  readonly session?: ToolSession;
  readonly resources: Resources;
  readonly clock: FlowClock;
  readonly call: StepContext['call'];
  readonly log: StepContext['log'];
  readonly lose: StepContext['lose'];
  readonly report: StepContext['report'];
  readonly failBlock: StepContext['failBlock'];
  readonly conceal: StepContext['conceal'];
  readonly shown: StepContext['shown'];
  batch: BatchMark | undefined;
  readonly #record: StepRecord;
  #block: string | undefined;
  #notes: (() => void)[] = [];

  constructor(setting: StepSetting) {
    this.#record = setting.record;
    this.signal = setting.signal;
    this.config = setting.config;
    this.locales = setting.locales;
    this.document = setting.document;
    this.step = setting.step;
    if (setting.session !== undefined) this.session = setting.session;
    this.resources = setting.resources;
    this.clock = setting.clock;
    this.call = setting.call;
    this.log = (level, message, block) => this.#log(setting.log(level, message, block ?? this.#block));
    this.lose = (loss) => this.#lose(loss);
    this.report = (entry) => this.later(() => this.#record.report(entry));
    this.failBlock = setting.failBlock;
    this.conceal = setting.conceal;
    this.shown = setting.shown;
  }

  /** Sets the block that further reports refer to; undefined for other parts. */
  begin(block: Block | undefined): void {
    this.#block = block?.id;
    this.batch = block === undefined ? undefined : batchMark(block);
  }

  /** Does something when the block has passed. */
  later(note: () => void): void {
    this.#notes.push(note);
  }

  /** True when nothing was reported about the current block. */
  get isSilent(): boolean {
    return this.#notes.length === 0;
  }

  /** Keeps the reports about the current block. */
  keep(): void {
    if (this.#notes.length === 0) return;
    for (const note of this.#notes) note();
    this.#notes = [];
  }

  /** Discards the reports about the current block. */
  forget(): void {
    this.#notes = [];
  }

  #log(line: StepLogEntry | undefined): void {
    if (line !== undefined && line.level !== 'debug') this.later(() => void this.#record.log.lines.push(line));
  }

  /** A tool that reads the stream may say itself which block it speaks of. */
  #lose(loss: LossNote & { readonly block?: string }): void {
    const block = loss.block ?? this.#block;
    this.later(() => this.#record.lost.add({ ...loss, ...(block === undefined ? {} : { block }) }));
  }
}
