import type { JsonObject } from '@helve/core';
import type { Block, ContentLoss, LocaleId, LossNote, Part, Run, Runs, Target } from '@helve/flow';
import { bytesSource, dataText, type Format, type FormatResolver } from '@helve/flow/content';
import { contentText } from '../format/code/content-text.js';
import { createMemorySink } from '../format/memory-sink.js';
import { formedContent } from '../format/xliff2/generate/new-forms.js';
import { alignRuns } from '../pair/align-runs.js';
import { flatRuns, mapRuns } from './map-runs.js';
import type { WrittenConversion } from './write-converted.js';

/** Texts that go back into the file that they came from. */
export interface OriginalWriting {
  readonly format: Format;
  readonly options: JsonObject;
  readonly bytes: Uint8Array;
  /** Units of the exchange files, with the translations of all of them. */
  readonly blocks: readonly Block[];
  readonly document: string;
  readonly sourceLocale: LocaleId;
  /** Languages to write; a file of one language has one. */
  readonly locales: readonly LocaleId[];
  readonly formats: FormatResolver;
  readonly signal: AbortSignal;
}

/** Writes texts into the file that they came from: what has not changed keeps its bytes. */
export async function writeOriginal(request: OriginalWriting): Promise<WrittenConversion> {
  const { format, options, bytes, document, sourceLocale, locales, formats, signal } = request;
  const losses: ContentLoss[] = [];
  const [targetLocale] = format.kind === 'monolingual' ? locales.filter((locale) => locale !== sourceLocale) : [];
  const base = {
    document,
    sourceLocale,
    signal,
    formats,
    lose: (loss: LossNote & { readonly block?: string }) => void losses.push({ ...loss, document, step: 'write' }),
  };
  const source = bytesSource(bytes);
  const skeleton = format.createSkeleton(source);
  const units = new UnitTable(request.blocks);
  const parts = applied(format.read(source, options, { ...base, skeleton, lose: () => undefined }), units, {
    ...request,
    targetLocale,
  });
  const sink = createMemorySink();
  await format.write(parts, sink, skeleton, options, {
    ...base,
    ...(targetLocale === undefined ? {} : { targetLocale }),
  });
  return { bytes: sink.bytes(), losses: [...units.losses(document), ...losses] };
}

interface Setting {
  readonly format: Format;
  readonly locales: readonly LocaleId[];
  /** Language of a file of one language that is no longer its own. */
  readonly targetLocale: LocaleId | undefined;
}

async function* applied(parts: AsyncIterable<Part>, units: UnitTable, setting: Setting): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === 'block' && part.block.type !== 'header') applyUnit(part.block, units, setting);
    yield part;
  }
}

function applyUnit(block: Block, units: UnitTable, { format, locales, targetLocale }: Setting): void {
  const unit = units.take(block.name);
  if (unit === undefined) return;
  const isSame = sameText(unit.source, block.source);
  if (format.kind === 'monolingual' && targetLocale === undefined) {
    if (!isSame) block.source = withOwnCodes(unit.source, block.source);
    return;
  }
  if (!isSame) units.changed += 1;
  const wanted = format.kind === 'monolingual' ? [targetLocale ?? ''] : locales;
  for (const locale of wanted) {
    const [given, known] = [unit.targets[locale], block.targets[locale]];
    if (given !== undefined && !isSameTarget(given, known))
      block.targets[locale] = { ...given, runs: withOwnCodes(given.runs, block.source) };
  }
}

function isSameTarget(one: Target, other: Target | undefined): boolean {
  return other !== undefined && one.status === other.status && sameText(one.runs, other.runs);
}

/** True when two contents read alike in each form: a unit has whole texts, for each form of either side. */
function sameText(one: Runs, other: Runs): boolean {
  if (contentText(one, false) === contentText(other, false)) return true;
  const [readings, others] = [readingsOf(one), readingsOf(other)];
  return readings !== undefined && readings === others;
}

/** Readings of content with forms, but for those that read like the one for all other values. */
function readingsOf(runs: Runs): string | undefined {
  const forms = formedContent(runs)?.forms.map(({ keys: [key = 'other'], runs: own }) => [key, dataText(own)] as const);
  const usual = forms?.find(([key]) => key === 'other')?.[1];
  return forms && JSON.stringify(forms.filter(([key, reading]) => key === 'other' || reading !== usual));
}

/** Content with the codes as the original spells them. */
function withOwnCodes(runs: Runs, source: Runs): Runs {
  const own = new Map(
    flatRuns(source).flatMap((run) => (isCode(run) ? [[`${run.kind} ${run.data}`, run] as const] : [])),
  );
  const spelled = mapRuns(runs, (run) => [isCode(run) ? (own.get(`${run.kind} ${run.data}`) ?? run) : run]);
  return alignRuns(spelled, source);
}

function isCode(run: Run): run is Run & { readonly data: string } {
  return 'data' in run;
}

/** Units by name, in order; a repeated name is met as often as it occurs. */
class UnitTable {
  readonly #units = new Map<string, Block[]>();
  #missing = 0;
  /** Number of units whose source is no longer that of the file. */
  changed = 0;

  constructor(blocks: readonly Block[]) {
    for (const block of blocks) {
      const known = this.#units.get(block.name) ?? [];
      known.push(block);
      this.#units.set(block.name, known);
    }
  }

  take(name: string): Block | undefined {
    const unit = this.#units.get(name)?.shift();
    if (unit === undefined) this.#missing += 1;
    return unit;
  }

  losses(document: string): readonly ContentLoss[] {
    const unplaced = [...this.#units.values()].reduce((sum, left) => sum + left.length, 0);
    const counted = [
      ['unit-missing', 'unit', this.#missing],
      ['unit-missing', 'place', unplaced],
      ['source-changed', 'source', this.changed],
    ] as const;
    return counted.flatMap(([kind, what, count]) =>
      count === 0 ? [] : [{ kind, document, step: 'write', detail: { what, count } }],
    );
  }
}
