import { isPlainObject, type JsonObject, pointerTo } from '@helve/core';
import type { ToolStep } from '../contract/flow-document.js';
import { readLocale } from '../locale/read-locale.js';
import type { DiagnosticList } from './diagnostic-list.js';
import { flowKeys, bindingKeys } from './flow-keys.js';
import type { OutlineFork, OutlineNode, OutlineStep } from './outline.js';
import { readErrorPolicy } from './read-error-policy.js';

const maxParallelBlocks = 1024;
const maxSteps = 1000;
const maxForkDepth = 8;

/** Reads lists of steps; a step that cannot be understood is listed and left out. */
export class StepReader {
  readonly #list: DiagnosticList;
  readonly #ids = new Map<string, string>();
  #count = 0;

  constructor(list: DiagnosticList) {
    this.#list = list;
  }

  /** `path` is the path of what contains the steps: empty, or a branch such as `3.b2`. */
  readList(value: unknown, pointer: string, path: string): OutlineNode[] {
    if (!Array.isArray(value)) {
      this.#list.error(
        'flow-syntax',
        pointer,
        value === undefined ? 'There is no list of steps' : 'It must be a list of steps',
      );
      return [];
    }
    return value.flatMap((step: unknown, index) => {
      const read = this.#step(step, pointerTo(pointer, index), join(path, String(index + 1)));
      return read === undefined ? [] : [read];
    });
  }

  #step(value: unknown, pointer: string, node: string): OutlineNode | undefined {
    if (++this.#count > maxSteps) {
      if (this.#count === maxSteps + 1)
        this.#list.error('flow-syntax', pointer, `A flow has at most ${maxSteps} steps`);
      return undefined;
    }
    if (!isPlainObject(value)) {
      this.#list.error('flow-syntax', pointer, 'A step is an object with "tool" or "parallel"');
      return undefined;
    }
    if ('parallel' in value) return this.#fork(value, pointer, node);
    if ('tool' in value) return this.#tool(value, pointer, node);
    if ('steps' in value) {
      this.#list.error('unknown-key', pointerTo(pointer, 'steps'), '"steps" is allowed only in a branch of "parallel"');
      return undefined;
    }
    this.#keys(value, pointer, [...flowKeys.tool, 'parallel']);
    this.#list.error('flow-syntax', pointer, 'A step has neither "tool" nor "parallel"');
    return undefined;
  }

  #fork(value: Record<string, unknown>, pointer: string, node: string): OutlineFork | undefined {
    this.#keys(value, pointer, flowKeys.parallel);
    this.#names(value, pointer);
    const inside = pointerTo(pointer, 'parallel');
    const { parallel } = value;
    if (!Array.isArray(parallel)) {
      this.#list.error('flow-syntax', inside, 'It must be a list of branches');
      return undefined;
    }
    if (parallel.length === 0) this.#list.error('parallel-empty', inside, 'There is no branch');
    if (node.split('.b').length > maxForkDepth) {
      this.#list.error('parallel-depth', inside, `Branches are nested more than ${maxForkDepth} levels deep`);
      return undefined;
    }
    const branches = parallel.map((branch: unknown, index) =>
      this.#branch(branch, pointerTo(inside, index), `${node}.b${index + 1}`),
    );
    return { kind: 'fork', node, pointer, branches };
  }

  #branch(value: unknown, pointer: string, path: string): OutlineNode[] {
    if (!isPlainObject(value) || !('steps' in value)) {
      const step = this.#step(value, pointer, `${path}.1`);
      return step === undefined ? [] : [step];
    }
    this.#keys(value, pointer, flowKeys.branch);
    const { steps } = value;
    if (Array.isArray(steps) && steps.length === 0)
      this.#list.error('parallel-empty', pointer, 'The branch has no step');
    return this.readList(steps, pointerTo(pointer, 'steps'), path);
  }

  #tool(value: Record<string, unknown>, pointer: string, node: string): OutlineStep | undefined {
    this.#keys(value, pointer, flowKeys.tool);
    this.#names(value, pointer);
    const { tool, config, locales, onError, parallelBlocks, overwriteApproved } = value;
    const read: { -readonly [Key in keyof ToolStep]?: ToolStep[Key] } = {};
    if (typeof value['id'] === 'string') read.id = value['id'];
    if (typeof value['label'] === 'string') read.label = value['label'];
    if (isPlainObject(config)) read.config = config as JsonObject;
    else if (config !== undefined) this.#wrong(pointer, 'config', 'It must be an object');
    if (locales !== undefined) read.locales = this.#locales(locales, pointerTo(pointer, 'locales'));
    const policy =
      onError === undefined ? undefined : readErrorPolicy(onError, pointerTo(pointer, 'onError'), this.#list);
    if (policy !== undefined) read.onError = policy;
    if (isBlockCount(parallelBlocks)) read.parallelBlocks = parallelBlocks;
    else if (parallelBlocks !== undefined) {
      this.#wrong(pointer, 'parallelBlocks', `It must be a whole number from 1 to ${maxParallelBlocks}`);
    }
    if (typeof overwriteApproved === 'boolean') read.overwriteApproved = overwriteApproved;
    else if (overwriteApproved !== undefined) this.#wrong(pointer, 'overwriteApproved', 'It must be true or false');
    if (typeof tool === 'string' && tool !== '') return { kind: 'step', node, pointer, step: { ...read, tool } };
    this.#wrong(pointer, 'tool', 'It must be the name of a tool');
    return undefined;
  }

  #locales(value: unknown, pointer: string): string[] {
    if (!Array.isArray(value) || value.length === 0) {
      this.#list.error('flow-syntax', pointer, 'It must be a list of locales');
      return [];
    }
    const read: string[] = [];
    for (const [index, locale] of value.entries()) {
      const canonical = readLocale(locale);
      if (canonical === undefined) {
        this.#list.error('flow-syntax', pointerTo(pointer, index), `${JSON.stringify(locale)} is not a BCP 47 locale`);
      } else read.push(canonical);
    }
    return read;
  }

  #names(value: Record<string, unknown>, pointer: string): void {
    const { id, label } = value;
    if (label !== undefined && typeof label !== 'string') this.#wrong(pointer, 'label', 'It must be a text');
    if (id === undefined) return;
    if (typeof id !== 'string' || id === '') return this.#wrong(pointer, 'id', 'It must be a text');
    const earlier = this.#ids.get(id);
    if (earlier === undefined) this.#ids.set(id, pointer);
    else this.#wrong(pointer, 'id', `"${id}" is already the id of ${earlier}`);
  }

  #keys(value: object, pointer: string, known: readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue;
      if (!bindingKeys.has(key)) this.#list.unknownKey(pointer, key, known);
      else {
        const message = `"${key}" would bind the flow to a place`;
        const hint = 'Choose the actual source and sink when you run the flow';
        this.#list.error('flow-io-in-document', pointerTo(pointer, key), message, hint);
      }
    }
  }

  #wrong(pointer: string, key: string, message: string): void {
    this.#list.error('flow-syntax', pointerTo(pointer, key), message);
  }
}

function isBlockCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxParallelBlocks;
}

function join(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`;
}
