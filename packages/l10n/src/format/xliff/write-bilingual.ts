import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import {
  hasReady,
  type ByteSink,
  type ReadyParts,
  type Skeleton,
  type SkeletonValue,
  type WriteContext,
  type WriteReport,
} from '@helve/flow/content';
import { spliceDocument, type ValueCodec } from '../splice-document.js';
import { lineEnds } from '../text/output-buffer.js';
import { redeclareXml } from '../xml/declared-encoding.js';
import { escapeValue } from '../xml/escape-xml.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import { bilingualContent } from './bilingual-digest.js';
import type { BilingualLosses } from './bilingual-losses.js';
import { namesSeveral } from './language-facts.js';
import { UnitEntry } from './unit-entry.js';
import { fromXliffForm, type UnitForm, type XliffForm } from './unit-form.js';
import { toVariant } from './to-variant.js';

/** A changed unit, and the settings of its file. */
export interface UnitRequest {
  readonly block: Block;
  readonly form: UnitForm;
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
  /** Writes a unit. */
  encodeUnit(request: UnitRequest): string;
}

/** Writes a bilingual file around the changed units. */
export async function writeBilingual(request: BilingualRequest): Promise<WriteReport> {
  const { parts, sink, skeleton, ctx, losses } = request;
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const plan = new LanguagePlan(ctx);
  const codec = new BilingualCodec(request, skeleton, plan);
  const report = await spliceDocument({ parts: plan.settle(parts), sink, skeleton, codec, ctx });
  losses.report(ctx);
  return report;
}

/** Encodes each unit, and each language of the file. */
class BilingualCodec implements ValueCodec {
  readonly escaper = createReferenceEscaper();
  readonly redeclare = redeclareXml;
  readonly #request: BilingualRequest;
  readonly #skeleton: Skeleton;
  readonly #plan: LanguagePlan;

  constructor(request: BilingualRequest, skeleton: Skeleton, plan: LanguagePlan) {
    this.#request = request;
    this.#skeleton = skeleton;
    this.#plan = plan;
  }

  isChanged(entry: SkeletonValue, block: Block): boolean | undefined {
    const form = fromXliffForm(entry);
    if (form.part === 'language' || !(entry instanceof UnitEntry)) return undefined;
    const variant = this.#plan.variant(form, block);
    this.#request.losses.look(block, variant);
    return entry.isChanged(block, variant);
  }

  pick(entry: SkeletonValue, block: Block): Runs | undefined {
    const form = fromXliffForm(entry);
    if (form.part === 'language') return this.#plan.language(form);
    return bilingualContent(block, this.#plan.variant(form, block));
  }

  encode(_: Runs | undefined, entry: SkeletonValue, block: Block): string {
    const form = fromXliffForm(entry);
    if (form.part === 'unit') {
      const lineEnd = lineEnds[this.#skeleton.textForm?.lineBreak ?? 'lf'];
      return this.#request.encodeUnit({ block, form: form, variant: this.#plan.variant(form, block), lineEnd });
    }
    const value = escapeValue(this.#plan.target ?? '');
    return form.value === undefined ? ` ${form.attribute}="${value}"` : value;
  }
}

/** Decides on the language of the targets of the written file. */
class LanguagePlan {
  /** The language for files with another one, or none. */
  target: string | undefined;
  readonly #wanted: string | undefined;
  /** True for a document in several languages, each of which stays. */
  #staysMixed = false;

  constructor({ targetLocale }: WriteContext) {
    this.#wanted = targetLocale;
  }

  /**
   * Returns the variant of a unit: the file keeps its language unless there is a target in another one, or it never
   * declared one.
   */
  variant(form: UnitForm, block: Block): string {
    if (this.#staysMixed && form.variant !== 'und') return form.variant;
    if (this.target !== undefined) return this.target;
    const unsaid = form.variant === 'und' && this.#wanted !== undefined && block.targets[this.#wanted] !== undefined;
    return unsaid && this.#wanted !== undefined ? this.#wanted : form.variant;
  }

  language(form: XliffForm & { readonly part: 'language' }): Runs | undefined {
    const isOwn = form.value !== undefined && (this.#staysMixed || this.#isWanted(form.value));
    const unchanged = this.target === undefined || isOwn;
    const value = unchanged ? form.value : this.target;
    return value === undefined ? undefined : [textRun(value)];
  }

  /** Holds a file of another language until its end, which decides whether there is such a target. */
  settle(parts: AsyncIterable<Part>): AsyncIterable<Part> {
    return {
      [Symbol.asyncIterator]: () => {
        const inner = parts[Symbol.asyncIterator]();
        return new SettledParts(inner, this.#held(inner));
      },
    };
  }

  /** Yields the parts up to the one from which on nothing waits. */
  async *#held(inner: AsyncIterator<Part>): AsyncGenerator<Part> {
    const waiting: Part[] = [];
    for (let next = await inner.next(); !next.done; next = await inner.next()) {
      const part = next.value;
      waiting.push(part);
      if (part.kind === 'layer-start' && part.layer.parentId === undefined && !this.#isOpen(part.layer.properties))
        break;
      if (part.kind === 'block' && this.#wanted !== undefined && part.block.targets[this.#wanted]) {
        this.target = this.#wanted;
        break;
      }
    }
    yield* waiting;
  }

  #isOpen(properties: Readonly<Record<string, string>>): boolean {
    if (this.#wanted === undefined) return false;
    const named = properties['target-language']?.split(' ') ?? [];
    this.#staysMixed = namesSeveral(named, this.#wanted);
    if (properties['without-target-language'] === 'true') return true;
    return !this.#staysMixed && named.some((language) => !this.#isWanted(language));
  }

  #isWanted(language: string): boolean {
    return toVariant(language, { ...(this.#wanted && { targetLocale: this.#wanted }) }) === this.#wanted;
  }
}

/** Parts of which the first are held back; once nothing waits, the others pass through directly. */
class SettledParts implements ReadyParts {
  readonly #inner: AsyncIterator<Part, undefined>;
  readonly #readies: ReadyParts | undefined;
  #held: AsyncIterator<Part> | undefined;

  constructor(inner: AsyncIterator<Part, undefined>, held: AsyncIterator<Part>) {
    this.#inner = inner;
    this.#readies = hasReady(inner) ? inner : undefined;
    this.#held = held;
  }

  ready(): Part | undefined {
    return this.#held === undefined ? this.#readies?.ready() : undefined;
  }

  next(): Promise<IteratorResult<Part, undefined>> {
    return this.#held === undefined ? this.#inner.next() : this.#next(this.#held);
  }

  async return(): Promise<IteratorResult<Part, undefined>> {
    await this.#inner.return?.();
    return { done: true, value: undefined };
  }

  async #next(held: AsyncIterator<Part>): Promise<IteratorResult<Part, undefined>> {
    const result = await held.next();
    if (result.done !== true) return result;
    this.#held = undefined;
    return this.#inner.next();
  }
}
