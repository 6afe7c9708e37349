import type { Block } from '../../contract/block.js';
import type { IOPort, StreamShape } from '../../contract/meta.js';
import { LayerPrimary } from '../../contract/overlay.js';
import type { Part } from '../../contract/part.js';
import type { Side } from '../../contract/view.js';
import type { ResolvedContract } from '../../contract/plan.js';
import { undeclaredPort } from '../../edit/plan-port.js';
import { flowErrors } from '../../flow-errors.js';
import {
  digestContent,
  enforceImmutability,
  digestTargets,
  type ContentDigest,
  type Handled,
} from '../../view/enforce-immutability.js';
import { findChanges, type MarkChanges, type Marks } from './block-changes.js';

interface Seen extends Marks {
  readonly digest: ContentDigest;
}

/** Holds a tool that reads the stream itself to its capability, its ports and its shape. */
export class StreamGuard {
  readonly #tool: string;
  readonly #contract: ResolvedContract;
  readonly #handled: Handled;
  readonly #seen = new WeakMap<Block, Seen>();
  readonly #received = { block: 0, other: 0 };
  readonly #produced = { block: 0, other: 0 };

  constructor(tool: string, contract: ResolvedContract) {
    this.#tool = tool;
    this.#contract = contract;
    const { capability } = contract;
    this.#handled = { tool, ...(capability === undefined ? {} : { capability }) };
  }

  give(part: Part): void {
    this.#received[countedAs(part)] += 1;
    if (part.kind !== 'block') return;
    const { block } = part;
    this.#seen.set(block, {
      digest: digestContent(block),
      overlays: [...block.overlays],
      annotations: { ...block.annotations },
      properties: { ...block.properties },
    });
  }

  get(part: Part): void {
    this.#produced[countedAs(part)] += 1;
    const seen = part.kind === 'block' ? this.#seen.get(part.block) : undefined;
    if (part.kind !== 'block' || seen === undefined) return;
    const { block } = part;
    // An entry holds all marks of its block, and V8 frees it late.
    if (!mayRepeat(this.#contract)) this.#seen.delete(block);
    enforceImmutability(block, seen.digest, this.#handled);
    const changes = findChanges(seen, block);
    if (changes === undefined) return;
    // Marks move with the content under them, which is no writing of marks.
    const overlays = changes.overlays.filter(({ side }) => !isRewritten(block, side, seen.digest));
    const port = undeclared({ ...changes, overlays }, this.#contract.produces);
    if (port !== undefined) throw undeclaredPort(this.#tool, block.id, port);
  }

  /** Looks at the numbers when the stream has ended. */
  end(exhausted: boolean): void {
    const { shape = 'one-to-one' } = this.#contract;
    if (!exhausted) this.#refuse('it stopped before the end of its input');
    for (const kind of ['block', 'other'] as const) {
      const [received, produced] = [this.#received[kind], this.#produced[kind]];
      const name = kind === 'block' ? 'blocks' : 'other parts';
      if (!fits(shape, received, produced))
        this.#refuse(`its shape is ${shape}, but it produced ${produced} ${name} from ${received}`);
    }
  }

  #refuse(problem: string): never {
    throw flowErrors.create('FLOW_SHAPE', { tool: this.#tool, problem }, { details: { tool: this.#tool } });
  }
}

/** True when a block that was given once may come several times. */
function mayRepeat({ shape }: ResolvedContract): boolean {
  return shape === 'free' || shape === 'expand';
}

function isRewritten(block: Block, side: Side, digest: ContentDigest): boolean {
  return side === null ? block.source !== digest.source : block.targets[side] !== digestTargets(digest)[side];
}

function countedAs(part: Part): 'block' | 'other' {
  return part.kind === 'block' ? 'block' : 'other';
}

function fits(shape: StreamShape, received: number, produced: number): boolean {
  if (shape === 'free') return true;
  if (shape === 'filter') return produced <= received;
  return shape === 'expand' ? produced >= received : produced === received;
}

function undeclared(
  { overlays, annotations, properties }: MarkChanges,
  produces: readonly IOPort[],
): string | undefined {
  const overlay = overlays.find(
    ({ type, side, layer }) =>
      !produces.some((port) => isOverlayPort(port, type, side === null ? 'source' : 'target', layer)),
  );
  if (overlay !== undefined) return `${overlay.type}@${overlay.side === null ? 'source' : 'target'}`;
  const annotation = annotations.find((key) => !produces.some(({ type }) => type === key));
  if (annotation !== undefined) return annotation;
  const property = properties.find(
    (key) => !produces.some(({ type }) => type === `property:${key}` || type === 'property:*'),
  );
  return property === undefined ? undefined : `property:${property}`;
}

function isOverlayPort(port: IOPort, type: string, side: string, layer: string): boolean {
  return port.type === type && port.side === side && (port.layer ?? LayerPrimary) === layer;
}
