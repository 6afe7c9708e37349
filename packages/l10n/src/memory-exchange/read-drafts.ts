import type { JsonObject } from '@helve/core';
import type { LocaleId } from '@helve/flow';
import type { ByteSource } from '@helve/flow/content';
import type { TmxOptions } from '../format/tmx/options.js';
import { openTmx, type TmxReading, type TmxRecord } from '../format/tmx/read-tmx.js';
import type { TmxHeader, TmxUnit } from '../format/tmx/tmx-unit.js';
import type { TmDraft, TmIndexer, TmOrigin } from '../memory/contract.js';
import { countedSource, digestSource, type CountedSource } from './exchange-source.js';
import { MAX_REMARKS, type ImportReport } from './import-report.js';
import type { LanguageChoice } from './language-choice.js';
import { toDrafts } from './unit-drafts.js';

/** Request to read drafts. */
export interface DraftRequest {
  readonly file: string;
  readonly languages: LanguageChoice;
  readonly project: string | undefined;
  readonly options: TmxOptions;
}

/** Facts known while a file is read. */
export interface ReadFacts {
  readonly sha256: string;
  readonly session: string;
  readonly header: JsonObject;
  readonly bytes: number;
  readonly units: number;
}

/** Facts known once a file was read. */
export type ReadSummary = Pick<ImportReport, 'skipped' | 'differing' | 'leftOut' | 'remarks'>;

/** A file being read as drafts, on this thread or another. */
export interface DraftReading {
  readonly facts: ReadFacts;
  lists(): AsyncGenerator<readonly TmDraft[]>;
  /** Indexer of the reading thread, if another thread reads. */
  readonly index?: TmIndexer;
  /** Available after the last list. */
  summary(): Promise<ReadSummary>;
}

/** Reads a TMX file on this thread. */
export function readDrafts(source: ByteSource, request: DraftRequest): DraftReading {
  return new TmxDrafts(source, request);
}

class TmxDrafts implements DraftReading {
  readonly #source: CountedSource;
  readonly #request: DraftRequest;
  readonly #leftOut = new Map<LocaleId, number>();
  readonly #remarks: { readonly reason: string; readonly index: number }[] = [];
  #reading: TmxReading | undefined;
  #sha256 = '';
  #session = '';
  #origins: readonly TmOrigin[] = [];
  #header: JsonObject = {};
  #units = 0;
  #skipped = 0;
  #differing = 0;

  constructor(source: ByteSource, request: DraftRequest) {
    this.#source = countedSource(source);
    this.#request = request;
  }

  get facts(): ReadFacts {
    return {
      sha256: this.#sha256,
      session: this.#session,
      header: this.#header,
      bytes: this.#source.read,
      units: this.#units,
    };
  }

  async *lists(): AsyncGenerator<readonly TmDraft[]> {
    const { file, options } = this.#request;
    this.#sha256 = await digestSource(this.#source);
    this.#session = `tmx-${this.#sha256.slice(0, 24)}`;
    this.#origins = [{ session: this.#session }];
    this.#reading = await openTmx(this.#source, file, options);
    for await (const records of this.#reading.records()) {
      const drafts: TmDraft[] = [];
      for (const record of records) drafts.push(...this.#take(record));
      yield drafts;
    }
  }

  async summary(): Promise<ReadSummary> {
    const remarks = [];
    for (const { reason, index } of this.#remarks) {
      remarks.push({ reason, ...((await this.#reading?.placeOf(index)) ?? { line: 1, column: 1 }) });
    }
    return {
      skipped: this.#skipped,
      differing: this.#differing,
      leftOut: Object.fromEntries(this.#leftOut),
      remarks,
    };
  }

  #take(record: TmxRecord): readonly TmDraft[] {
    if (record.kind === 'unit') return this.#unit(record.unit);
    if (record.kind === 'skip') this.#remark(record.skip.reason, record.skip.index);
    else this.#header = headerFacts(record.header);
    return [];
  }

  #unit(unit: TmxUnit): readonly TmDraft[] {
    const { languages, project } = this.#request;
    this.#units += 1;
    const { drafts, leftOut, empty, differs } = toDrafts(unit, languages, this.#origins);
    for (const locale of leftOut) this.#leftOut.set(locale, (this.#leftOut.get(locale) ?? 0) + 1);
    if (empty > 0) this.#remark('a language has no text', unit.index);
    if (drafts.length === 0) this.#skipped += 1;
    if (differs) {
      this.#differing += 1;
      this.#remark('its languages have different inline codes', unit.index);
    }
    return project === undefined ? drafts : drafts.map((draft) => ({ ...draft, project }));
  }

  #remark(reason: string, index: number): void {
    if (this.#remarks.length < MAX_REMARKS) this.#remarks.push({ reason, index });
  }
}

function headerFacts({ version, attributes, remarks }: TmxHeader): JsonObject {
  return {
    version,
    attributes: { ...attributes },
    remarks: remarks.map(({ kind, attributes: own, text }) => ({ kind, attributes: { ...own }, text })),
  };
}
