import { andThen, canonicalJson } from '@helve/core';
import {
  textRun,
  type Block,
  type BlockView,
  type Payload,
  type ReadonlySpan,
  type Runs,
  type StepContext,
  type TargetView,
  type ToolMeta,
} from '@helve/flow';
import { BlockStep, checkPayload, cloneBlock, decodeRuns, parsePath, rangeFor } from '@helve/flow/content';
import { ScriptFailure } from '../../script/script-failure.js';
import { commitTarget } from '../../tool-kit/commit-target.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';
import { readWrites, type ScriptSpan, type ScriptWrites } from './script-output.js';
import { sourceEdit } from './source-edit.js';

/** Applies the writes of a script to a block, through the same views and the same applier as every tool. */
export class ScriptWriter {
  readonly #version: string;
  readonly #ctx: StepContext;
  readonly #marks: BlockStep;
  readonly #source: BlockStep;
  #block: Block | undefined;
  #writes: ScriptWrites = {};

  constructor(meta: ToolMeta, ctx: StepContext) {
    this.#version = meta.version;
    this.#ctx = ctx;
    const { contract = meta, overwriteApproved = false } = ctx.step;
    const options = { contract, overwriteApproved, enforceImmutability: false };
    this.#marks = new BlockStep(
      { translate: (view, stepContext) => this.#write(view, stepContext) },
      contract,
      options,
    );
    this.#source = new BlockStep({ transform: (view) => this.#plan(view) }, contract, options);
  }

  /** Writes everything or nothing. */
  write(block: Block, value: unknown): void | Promise<void> {
    this.#writes = readWrites(value);
    if (this.#writes.source === undefined) return this.#handle(this.#marks, block, this.#ctx);
    return this.#writeBoth(block);
  }

  /** Applies both kinds of writes to a copy first, so that neither is refused halfway. */
  async #writeBoth(block: Block): Promise<void> {
    const silent = { ...this.#ctx, lose: () => undefined };
    const copy = cloneBlock(block);
    await this.#handle(this.#marks, copy, silent);
    await this.#handle(this.#source, copy, silent);
    await this.#handle(this.#marks, block, this.#ctx);
    await this.#handle(this.#source, block, this.#ctx);
  }

  #handle(step: BlockStep, block: Block, ctx: StepContext): void | Promise<void> {
    this.#block = block;
    return andThen(step.handle(block, ctx), () => undefined);
  }

  #plan(view: BlockView) {
    const { source } = this.#writes;
    if (source === undefined) return null;
    return sourceEdit(view.source, typeof source === 'string' ? source : decodeRuns(source));
  }

  #write(view: TargetView, ctx: StepContext): void {
    const { targets = {}, spans = [], annotations, properties } = this.#writes;
    for (const [variant, { content, status = 'draft', score }] of Object.entries(targets)) {
      const runs: Runs = typeof content === 'string' ? [textRun(content)] : decodeRuns(content);
      const origin = toolOrigin(ctx, this.#version);
      const facts = { status, origin, ...(score === undefined ? {} : { score }) };
      commitTarget(view, ctx, variant, runs, facts);
    }
    for (const span of spans) addSpan(view, span);
    if (annotations !== undefined) this.#writeAnnotations(view, annotations);
    if (properties !== undefined) this.#writeProperties(view, properties);
  }

  #writeAnnotations(view: BlockView, annotations: { readonly [key: string]: Payload }): void {
    const before = this.#block?.annotations ?? {};
    for (const [key, value] of Object.entries(annotations)) {
      const old = Object.hasOwn(before, key) ? before[key] : undefined;
      if (old !== undefined && canonicalJson(old) === canonicalJson(value)) continue;
      const [problem] = checkPayload(value);
      if (problem !== undefined) throw new ScriptFailure('error', `the annotation "${key}" is invalid: ${problem}`);
      view.setAnnotation(key, value);
    }
    for (const key of Object.keys(before)) if (!Object.hasOwn(annotations, key)) view.removeAnnotation(key);
  }

  #writeProperties(view: BlockView, properties: { readonly [key: string]: string | null }): void {
    for (const [key, value] of Object.entries(properties)) {
      if ((view.property(key) ?? null) !== value) view.setProperty(key, value);
    }
    for (const key of view.propertyKeys) if (!Object.hasOwn(properties, key)) view.setProperty(key, null);
  }
}

/** Appends one span to its overlay. */
function addSpan(view: BlockView, { type, variant, layer, id, path, start, end, props = {}, value }: ScriptSpan): void {
  const side = variant ?? null;
  const runs = side === null ? view.source : view.target(side)?.runs;
  if (runs === undefined) throw new ScriptFailure('error', `there is no target "${String(side)}" to mark`);
  const existing = view.overlays(type, side, layer);
  const range =
    start === undefined || end === undefined
      ? {}
      : { range: rangeFor(runs, path === undefined ? undefined : parsePath(path), start, end) };
  const span: ReadonlySpan = {
    id: id ?? `${type}-${existing.length + 1}`,
    ...range,
    props,
    ...(value === undefined ? {} : { value }),
  };
  view.putSpans(type, side, [...existing, span], layer);
}
