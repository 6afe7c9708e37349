import { sourceText, type Block, type Layer, type StepContext } from '@helve/flow';
import {
  annotatedBlock,
  annotationsIn,
  countWords,
  findingsIn,
  type AnnotatedBlock,
  type AnnotationReport,
  type LocatedFinding,
} from '@helve/l10n/run';
import { LocatedItems } from './located-items.js';
import type { PlannedReport } from './plan-report.js';

type Counts = { [kind: string]: number };

/** Findings and annotations of a run. */
export interface ContentReport {
  readonly findings: readonly LocatedFinding[];
  readonly blocks: number;
  readonly words: number;
  readonly annotations: AnnotationReport;
}

/** One entry in the report of a document. */
export interface ReportEntry {
  readonly found?: LocatedFinding;
  readonly annotated?: AnnotatedBlock;
  readonly blocks?: number;
  readonly words?: number;
  readonly counts?: Counts;
}

/** Everything that the report says of one document. */
export class GatheredContent {
  readonly #planned: PlannedReport;
  readonly #ctx: StepContext;
  readonly #found: LocatedItems<LocatedFinding>;
  readonly #annotated: LocatedItems<AnnotatedBlock>;
  readonly #counts: Counts = {};
  #room: number;
  #blocks = 0;
  #words = 0;

  constructor(planned: PlannedReport, ctx: StepContext) {
    const { locations } = ctx.document;
    this.#planned = planned;
    this.#ctx = ctx;
    this.#found = new LocatedItems(locations, ({ finding }) => finding);
    this.#annotated = new LocatedItems(locations, () => ({ side: 'source' }));
    this.#room = planned.limit ?? Infinity;
  }

  enter(layer: Layer): void {
    this.#found.enter(layer);
    this.#annotated.enter(layer);
  }

  add(block: Block): void {
    const { findings, made } = this.#planned;
    if (findings) this.#addFindings(block);
    if (made.length > 0) this.#addAnnotations(block);
    this.#blocks += 1;
  }

  async toEntries(): Promise<readonly ReportEntry[]> {
    const { isPrivate } = this.#planned;
    const found = await this.#found.withLines();
    const annotated = await this.#annotated.withLines();
    return [
      ...found.map((each) => ({ found: isPrivate ? withoutText(each) : each })),
      ...annotated.map((each) => ({ annotated: each })),
      { blocks: this.#blocks, words: this.#words, counts: this.#counts },
    ];
  }

  #addFindings(block: Block): void {
    const { document, locales } = this.#ctx;
    this.#found.add(block, findingsIn(block, document.id, this.#blocks));
    if (block.translatable) this.#words += countWords(sourceText(block), locales.source);
  }

  #addAnnotations(block: Block): void {
    const { made, isPrivate } = this.#planned;
    const all = annotationsIn(block, made);
    addTo(this.#counts, all);
    const listed = all.slice(0, this.#room);
    this.#room -= listed.length;
    const place = { file: this.#ctx.document.id, isPrivate };
    this.#annotated.add(block, listed.length === 0 ? [] : [annotatedBlock(block, listed, place)]);
  }
}

function addTo(counts: Counts, annotations: readonly { readonly kind: string }[]): void {
  for (const { kind } of annotations) counts[kind] = (counts[kind] ?? 0) + 1;
}

/** Joins the entries of all documents; of the annotations it lists the first so many. */
export function mergeEntries(entries: readonly ReportEntry[], limit: number): ContentReport {
  const sum = (name: 'blocks' | 'words') => entries.reduce((total, entry) => total + (entry[name] ?? 0), 0);
  return {
    findings: entries.flatMap(({ found }) => found ?? []),
    blocks: sum('blocks'),
    words: sum('words'),
    annotations: mergeAnnotations(entries, limit),
  };
}

function mergeAnnotations(entries: readonly ReportEntry[], limit: number): AnnotationReport {
  const counts: Counts = {};
  for (const [kind, count] of entries.flatMap((entry) => Object.entries(entry.counts ?? {})))
    counts[kind] = (counts[kind] ?? 0) + count;
  let room = limit;
  const blocks = entries.flatMap(({ annotated }) => {
    const annotations = annotated?.annotations.slice(0, room) ?? [];
    room -= annotations.length;
    return annotated === undefined || annotations.length === 0 ? [] : [{ ...annotated, annotations }];
  });
  return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), counts, blocks };
}

/** Removes the content of a block from a finding. */
function withoutText({ texts: _texts, key: _key, ...found }: LocatedFinding): LocatedFinding {
  return { ...found, snippet: '' };
}
