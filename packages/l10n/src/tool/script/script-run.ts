import { andThen } from '@helve/core';
import {
  runsText,
  units,
  unitText,
  type Block,
  type Part,
  type Runs,
  type StepContext,
  type ToolMeta,
} from '@helve/flow';
import {
  cloneBlock,
  decodePart,
  plainText,
  parsePlaceholderText,
  placeholderText,
  pathText,
  shapeText,
  sideText as textIn,
} from '@helve/flow/content';
import { L10nError, l10nErrors } from '../../l10n-errors.js';
import { Sandbox, START_MS, type SandboxLimits } from '../../script/sandbox.js';
import { ScriptFailure } from '../../script/script-failure.js';
import { partContent, withPartContent } from './part-content.js';
import { readOutputs, type ScriptOutput } from './script-output.js';
import { ScriptWriter } from './script-writer.js';

/** The script of a step. */
export interface ScriptSource {
  readonly code: string;
  readonly file: string;
  readonly allowSourceMutation: boolean;
}

const nothing: readonly Part[] = Object.freeze([]);

/** One script processing one document. A sandbox that ran out of memory is discarded; the next part gets another. */
export class ScriptRun {
  readonly #source: ScriptSource;
  readonly #limits: SandboxLimits;
  readonly #ctx: StepContext;
  readonly #writer: ScriptWriter;
  #sandbox: Sandbox | undefined;
  #part: Part | undefined;

  constructor(source: ScriptSource, limits: SandboxLimits, meta: ToolMeta, ctx: StepContext) {
    this.#source = source;
    this.#limits = limits;
    this.#ctx = ctx;
    this.#writer = new ScriptWriter(meta, ctx);
  }

  /** Starts a sandbox and calls `begin`. */
  async begin(): Promise<readonly Part[]> {
    const { locales, document, step } = this.#ctx;
    const { source, all } = locales;
    const targets = all.filter((locale) => locale !== source);
    const facts = { locales: { source, targets }, document, step: { node: step.node, tool: step.tool } };
    const { code, file, allowSourceMutation } = this.#source;
    const host = (name: string, ...args: readonly string[]) => this.#answer(name, args);
    this.#part = undefined;
    try {
      const sandbox = await Sandbox.open({ code, file, allowSource: allowSourceMutation, host }, this.#limits);
      this.#sandbox = sandbox;
      return this.#made(sandbox.watched(() => sandbox.run('begin', JSON.stringify(facts)), START_MS));
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Processes a part with the script. */
  handle(part: Part): readonly Part[] | Promise<readonly Part[]> {
    const fail = (error: unknown): never => {
      throw this.#failure(error);
    };
    try {
      const { isUsable = false } = this.#sandbox ?? {};
      const outputs = isUsable ? this.#handle(part) : this.#handleAnew(part);
      return outputs instanceof Promise ? outputs.catch(fail) : outputs;
    } catch (error) {
      return fail(error);
    }
  }

  /** Processes parts under a watchdog: a script that does not return from a built-in is ended. */
  watched(work: () => void): void {
    if (this.#sandbox === undefined) return work();
    try {
      this.#sandbox.watched(work);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Calls `end` of the script. */
  async end(): Promise<readonly Part[]> {
    this.#part = undefined;
    const sandbox = this.#sandbox;
    if (sandbox?.isUsable !== true) return nothing;
    try {
      return this.#made(sandbox.watched(() => sandbox.run('end'), START_MS));
    } catch (error) {
      throw this.#failure(error);
    }
  }

  close(): void {
    this.#sandbox?.dispose();
  }

  async #handleAnew(part: Part): Promise<readonly Part[]> {
    const before = await this.begin();
    const outputs = this.#sandbox?.watched(() => this.#handle(part)) ?? [part];
    return [...before, ...(await outputs)];
  }

  #handle(part: Part): readonly Part[] | Promise<readonly Part[]> {
    this.#part = part;
    const answer = part.kind === 'block' ? this.#enterBlock(part.block) : this.#sandbox?.run(part.kind);
    return answer === undefined ? [part] : this.#settle(part, readOutputs(answer));
  }

  /** Returns the text of a block without codes, which goes along since nearly every script reads it. */
  #enterBlock(block: Block): string | undefined {
    const only = block.sourceLocale === this.#ctx.locales.source ? plainText(block.source) : undefined;
    return only === undefined ? this.#sandbox?.run('block', block.id) : this.#sandbox?.run('block', block.id, only);
  }

  /** Creates parts that have no original. */
  #made(answer: string | undefined): readonly Part[] {
    if (answer === undefined) return nothing;
    return readOutputs(answer).map((output) => {
      if ('part' in output) return decodePart(output.part);
      throw new ScriptFailure('error', 'no part is being processed');
    });
  }

  /** Assigns outputs: the first that is this part stays it; every other is a copy with an id of its own. */
  #settle(part: Part, outputs: readonly ScriptOutput[]): readonly Part[] | Promise<readonly Part[]> {
    if (part.kind !== 'block')
      return outputs.map((output) => ('own' in output ? withPartContent(part, output.own) : decodePart(output.part)));
    const [only] = outputs;
    // The common case: one block goes in and comes out.
    if (only !== undefined && outputs.length === 1 && 'own' in only) {
      return andThen(this.#writer.write(part.block, only.own), () => [part]);
    }
    return this.#settleCopies(part, outputs);
  }

  async #settleCopies(
    part: Extract<Part, { kind: 'block' }>,
    outputs: readonly ScriptOutput[],
  ): Promise<readonly Part[]> {
    const { block } = part;
    const first = outputs.findIndex((output) => 'own' in output);
    let copies = 1;
    const made = outputs.map((output, index): { readonly part: Part; readonly own?: unknown } => {
      if ('part' in output)
        return { part: this.#foreign(block, output.part, () => `${block.id}#${++copies}`, first < 0 && index === 0) };
      if (index === first) return { part, own: output.own };
      return { part: { kind: 'block', block: copyBlock(block, `${block.id}#${++copies}`) }, own: output.own };
    });
    // The block itself comes last, so that it is unchanged when a copy of it is refused.
    for (const one of [...made].sort((a, b) => Number(a.part === part) - Number(b.part === part))) {
      if (one.own !== undefined && one.part.kind === 'block') await this.#writer.write(one.part.block, one.own);
    }
    return made.map((one) => one.part);
  }

  /** Creates a part that the script wrote itself. One with the id of the current block must have its source too. */
  #foreign(block: Block, value: unknown, nextId: () => string, mayKeepId: boolean): Part {
    const part = decodePart(value);
    if (part.kind !== 'block' || part.block.id !== block.id) return part;
    const sourceUnchanged = JSON.stringify(part.block.source) === JSON.stringify(block.source);
    if (!sourceUnchanged && !this.#source.allowSourceMutation) {
      throw new ScriptFailure('error', 'the source cannot be changed without allowSourceMutation');
    }
    return mayKeepId ? part : { kind: 'block', block: copyBlock(part.block, nextId()) };
  }

  #answer(name: string, args: readonly string[]): string | undefined {
    const [first = '', second = '[]'] = args;
    switch (name) {
      case 'get':
        return JSON.stringify(this.#get(first));
      case 'text':
        return this.#part?.kind === 'block' ? textIn(this.#part.block, first) : undefined;
      case 'runsText':
        return runsText(runsIn(first));
      case 'units':
        return JSON.stringify(
          units(runsIn(first)).map(({ path, runs }) => ({
            path: pathText(path),
            runs,
            text: unitText(runs),
            shape: shapeText(runs),
          })),
        );
      case 'placeholderText':
        return placeholderText(runsIn(first));
      case 'parse':
        return JSON.stringify(parsePlaceholderText(first, runsIn(second)));
      case 'log':
        this.#ctx.log('info', first, this.#part?.kind === 'block' ? this.#part.block.id : undefined);
        return undefined;
      default:
        return undefined;
    }
  }

  #get(name: string): unknown {
    const part = this.#part;
    if (part === undefined) return undefined;
    if (part.kind !== 'block') return name === 'part' ? part : partContent(part);
    const { source, targets, overlays, annotations, properties, id: _, ...block } = part.block;
    // Hashes describe the original block; a part that the script writes itself has none yet.
    const facts = { ...block, identity: {} };
    const fields: Readonly<Record<string, unknown>> = { facts, source, targets, overlays, annotations, properties };
    return Object.hasOwn(fields, name) ? fields[name] : undefined;
  }

  #failure(error: unknown): unknown {
    if (!(error instanceof ScriptFailure)) return error;
    const block = this.#part?.kind === 'block' ? this.#part.block.id : '-';
    const { kind, line, column, message: problem } = error;
    const made = l10nErrors.create('L10N_SCRIPT', { block, problem }, { cause: error, details: { line, column } });
    if (kind !== 'time') return made;
    return new L10nError('TIMEOUT', made.message, {
      code: made.code,
      details: made.details,
      cause: error,
      retryable: false,
    });
  }
}

function copyBlock(block: Block, id: string): Block {
  const { skeleton: _, ...copy } = cloneBlock(block);
  return { ...copy, id };
}

/** Parses runs from a script, which are not trusted beyond their form. */
function runsIn(json: string): Runs {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? (value as Runs) : [];
}
