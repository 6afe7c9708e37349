import type { Block, Run, Runs } from '@helve/flow';
import { BlockIds, normaliseRuns, type ReadContext } from '@helve/flow/content';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { readBlock } from '../read-block.js';
import type { LoadedText } from '../text/open-text.js';
import { lineEnds } from '../text/output-buffer.js';
import { ValueEntry } from '../value-entry.js';
import { findInRuns } from './find-in-runs.js';
import { hasText } from './has-text.js';
import type { TextRange } from '../../text/text-range.js';
import type { MarkdownOptions, MarkdownReading } from './options.js';
import { hasSpellings } from './escape-markdown.js';
import { surfaceId, surfaceRuns, findSurfaces, type SurfacePart } from './surface.js';
import type { MarkdownForm } from './write.js';

/** A text of the document, before it becomes a block. */
export interface FoundText extends TextRange {
  readonly place: MarkdownForm['place'];
  readonly role: string;
  readonly runs: readonly Run[];
  readonly name?: string;
  readonly prefix?: string;
  readonly quote?: string;
  readonly translatable?: boolean;
  readonly preserveWhitespace?: boolean;
  readonly properties?: Record<string, string>;
}

/** Builds the blocks of one document: numbered in order, each with its skeleton entry. */
export class MarkdownBlockBuilder {
  readonly #text: LoadedText;
  readonly #format: string;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly #ids = new BlockIds();
  readonly #lineEnd: string;
  readonly #wanted: readonly SurfacePart[];
  #count = 0;
  #lastForm: MarkdownForm | undefined;

  constructor(text: LoadedText, options: MarkdownReading, ctx: ReadContext) {
    this.#text = text;
    this.#format = options.dialect;
    this.#ctx = ctx;
    this.#find = codeFinder(options.codeFinder);
    this.#lineEnd = lineEnds[text.form.lineBreak];
    this.#wanted = wantedSurfaces(options);
  }

  /** Builds the block of a text, after those of the texts in its codes; none when there is nothing to read in it. */
  make(found: FoundText): readonly Block[] {
    const runs = found.translatable === false ? normaliseRuns(found.runs) : findInRuns(found.runs, this.#find);
    const surfaces = this.#surfacesIn(runs);
    if (surfaces.length === 0 && !hasText(found.runs)) return [];
    this.#count += 1;
    const properties = found.properties ?? {};
    const id = this.#ids.claim(found.name ?? String(this.#count), properties);
    const name = found.name ?? `${found.role}.${id}`;
    const { role: type, translatable, preserveWhitespace } = found;
    const blocks = surfaces.map(({ code, part, raw }) => this.#surfaceBlock(surfaceId(id, code, part), part, raw));
    const entry = this.#append(id, found, runs);
    const fields = {
      id,
      name,
      type,
      source: runs,
      properties,
      translatable,
      preserveWhitespace,
      format: this.#format,
      entry,
    };
    blocks.push(readBlock(fields, this.#ctx));
    return blocks;
  }

  #append(blockId: string, { start, end, place, prefix = '', quote = '' }: FoundText, runs: Runs): number | undefined {
    if (!this.#ctx.skeleton) return undefined;
    const offset = this.#text.byteAt(start);
    const length = this.#text.byteAt(end) - offset;
    const old = this.#text.text.slice(start, end);
    const base = this.#form(place, prefix, quote);
    const form = inlinePlaces.has(place) && hasSpellings(old) ? { ...base, old } : base;
    return this.#ctx.skeleton.append(new ValueEntry(blockId, offset, length, runs, form));
  }

  /** Returns the form of a text; most are written like the previous one. */
  #form(context: MarkdownForm['place'], prefix: string, quote: string): MarkdownForm {
    const last = this.#lastForm;
    if (last?.place === context && last.prefix === prefix && last.quote === quote) return last;
    this.#lastForm = { place: context, prefix, lineEnd: this.#lineEnd, quote };
    return this.#lastForm;
  }

  #surfacesIn(runs: Runs): readonly FoundSurface[] {
    if (this.#wanted.length === 0) return [];
    const found: FoundSurface[] = [];
    for (const run of runs) {
      if (run.kind !== 'ph' && run.kind !== 'pc-close') continue;
      for (const { part, raw } of findSurfaces(run)) {
        if (this.#wanted.includes(part)) found.push({ code: run.id, part, raw });
      }
    }
    return found;
  }

  #surfaceBlock(id: string, part: SurfacePart, raw: string): Block {
    const source = findInRuns(surfaceRuns({ part, raw }), this.#find);
    const fields = { id, name: `${part}.${id}`, type: part, source, properties: {}, format: this.#format };
    return readBlock(fields, this.#ctx);
  }
}

const inlinePlaces: ReadonlySet<string> = new Set(['text', 'line', 'cell', 'label']);

interface FoundSurface {
  readonly code: string;
  readonly part: SurfacePart;
  readonly raw: string;
}

function wantedSurfaces({ imageAlt, titles, urls }: MarkdownOptions): readonly SurfacePart[] {
  const wanted: [SurfacePart, boolean][] = [
    ['alt', imageAlt],
    ['title', titles],
    ['url', urls],
  ];
  return wanted.flatMap(([part, isWanted]) => (isWanted ? [part] : []));
}
