import {
  textRun,
  type Block,
  type ByteSink,
  type Part,
  type Runs,
  type Skeleton,
  type SkeletonValue,
  type WriteContext,
  type WriteReport,
} from '@helve/flow';
import { spliceDocument } from '../splice-document.js';
import { lineEnds } from '../text/outlet.js';
import { characterReference, escapeValue } from '../xml/escape-xml.js';
import { bilingualContent } from './bilingual-digest.js';
import type { BilingualLosses } from './bilingual-losses.js';
import { placeOf, untouchedContent, type UnitPlace, type XliffPlace } from './unit-form.js';
import { knownLocale } from './variant-of.js';

/** A changed unit, and how its file is written. */
export interface UnitRequest {
  readonly block: Block;
  readonly place: UnitPlace;
  /** The variant that becomes the target. */
  readonly variant: string;
  readonly lineEnd: string;
}

interface BilingualRequest {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly skeleton: Skeleton | undefined;
  readonly ctx: WriteContext;
  readonly losses: BilingualLosses;
  /** A unit as the file will have it. */
  encodeUnit(request: UnitRequest): string;
}

/** Writes a file of sources and targets around the units that changed. */
export async function writeBilingual(request: BilingualRequest): Promise<WriteReport> {
  const { parts, sink, skeleton, ctx, losses } = request;
  if (!skeleton) throw new TypeError('Cannot write: there is no skeleton');
  const plan = new LanguagePlan(ctx);
  const lineEnd = (): string => lineEnds[skeleton.textForm?.lineBreak ?? 'lf'];
  const codec = {
    pick: (entry: SkeletonValue, block: Block): Runs | undefined => {
      const place = placeOf(entry);
      if (place.part === 'language') return plan.language(place);
      const variant = plan.variant(place, block);
      losses.look(block, variant);
      return untouchedContent(place, block, variant) ?? bilingualContent(block, variant);
    },
    encode: (_: Runs | undefined, entry: SkeletonValue, block: Block): string => {
      const place = placeOf(entry);
      if (place.part === 'unit') {
        return request.encodeUnit({ block, place, variant: plan.variant(place, block), lineEnd: lineEnd() });
      }
      const value = escapeValue(plan.target ?? '');
      return place.value === undefined ? ` ${place.attribute}="${value}"` : value;
    },
    escape: characterReference,
  };
  const report = await spliceDocument({ parts: plan.settle(parts), sink, skeleton, codec, ctx });
  losses.report(ctx);
  return report;
}

/** Decides which language the targets of the written file have. */
class LanguagePlan {
  /** The language that files get which had another one, or none. */
  target: string | undefined;
  readonly #wanted: string | undefined;

  constructor({ targetLocale }: WriteContext) {
    this.#wanted = targetLocale;
  }

  /** The file keeps its language unless there is a target in another one, or it never said which it has. */
  variant(place: UnitPlace, block: Block): string {
    if (this.target !== undefined) return this.target;
    const unsaid = place.variant === 'und' && this.#wanted !== undefined && block.targets[this.#wanted] !== undefined;
    return unsaid && this.#wanted !== undefined ? this.#wanted : place.variant;
  }

  language(place: XliffPlace & { readonly part: 'language' }): Runs | undefined {
    const kept = this.target === undefined || (place.value !== undefined && knownLocale(place.value) === this.target);
    const value = kept ? place.value : this.target;
    return value === undefined ? undefined : [textRun(value)];
  }

  /** Whether there is such a target is known at the end only, so a file of another language waits for it. */
  async *settle(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const waiting: Part[] = [];
    let waits = false;
    for await (const part of parts) {
      if (part.kind === 'layer-start' && part.layer.parentId === undefined) waits = this.#isOpen(part.layer.properties);
      if (waits) {
        waiting.push(part);
        if (part.kind === 'block' && this.#wanted !== undefined && part.block.targets[this.#wanted]) {
          this.target = this.#wanted;
          waits = false;
          yield* waiting.splice(0);
        }
      } else yield part;
    }
    yield* waiting;
  }

  #isOpen(properties: Readonly<Record<string, string>>): boolean {
    if (this.#wanted === undefined) return false;
    if (properties['without-target-language'] === 'true') return true;
    const named = properties['target-language'];
    return named !== undefined && named.split(' ').some((language) => knownLocale(language) !== this.#wanted);
  }
}
