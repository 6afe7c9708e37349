import { bytesSource, type ByteSource, type ReadContext, type Skeleton } from '@helve/flow/content';
import { createSkeleton, skeletonEntries } from '../skeleton.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { ZipArchive } from '../zip/zip-archive.js';
import type { PackageOptions } from './package-option.js';

/** A package while it is read: its archive, and the skeletons of its members. */
export class PackageReading {
  readonly archive: ZipArchive;
  readonly #format: string;
  readonly #options: PackageOptions;
  readonly #ctx: ReadContext;
  readonly #skeletons = new Map<string, Skeleton>();

  private constructor(archive: ZipArchive, format: string, options: PackageOptions, ctx: ReadContext) {
    this.archive = archive;
    this.#format = format;
    this.#options = options;
    this.#ctx = ctx;
  }

  static async open(
    source: ByteSource,
    format: string,
    options: PackageOptions,
    ctx: ReadContext,
  ): Promise<PackageReading> {
    return new PackageReading(await ZipArchive.open(source, ctx.document, options), format, options, ctx);
  }

  /** Unpacks a member that must be there. */
  async bytes(name: string): Promise<Buffer> {
    return this.archive.read(name);
  }

  /** Unpacks a member and decodes it, by its XML declaration if it has one; its skeleton gets the text form. */
  async text(name: string): Promise<LoadedText> {
    const source = bytesSource(await this.archive.read(name));
    const request = { file: this.#pathOf(name), maxBytes: this.#options.maxMemberBytes, declared: declaredEncoding };
    const text = await loadText(source, request);
    const { skeleton } = this.context(name);
    if (skeleton) skeleton.textForm = text.form;
    return text;
  }

  /**
   * The context in which a member is read: errors name it as `a.docx!word/document.xml`, and entries go to a skeleton of
   * its own. A block of one member may have entries in another.
   */
  context(name: string, format = this.#format): ReadContext {
    const { skeleton: _, ...ctx } = this.#ctx;
    const own = { ...ctx, document: this.#pathOf(name) };
    if (this.#ctx.skeleton === undefined) return own;
    const skeleton = this.#skeletons.get(name) ?? createSkeleton(format, bytesSource(new Uint8Array(0)));
    this.#skeletons.set(name, skeleton);
    return { ...own, skeleton };
  }

  /** Appends the entries of all members to the skeleton of the package, those of each member in the order of its bytes. */
  end(): void {
    for (const { name, dataAt, packed } of this.archive.entries) {
      const skeleton = this.#skeletons.get(name);
      if (skeleton === undefined) continue;
      const { format, textForm } = skeleton;
      const entries = skeletonEntries(skeleton).toSorted((one, other) => one.offset - other.offset);
      if (entries.length === 0) continue;
      const facts = { kind: 'member', name, offset: dataAt, length: packed, format, entries } as const;
      this.#ctx.skeleton?.append(textForm === undefined ? facts : { ...facts, textForm });
    }
  }

  #pathOf(name: string): string {
    return `${this.#ctx.document}!${name}`;
  }
}
