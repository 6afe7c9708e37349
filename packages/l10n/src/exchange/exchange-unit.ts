import type { JsonObject } from '@helve/core';
import { contentHash, structureHash, type Block, type LocaleId } from '@helve/flow';
import { contextHash } from '@helve/flow/content';
import type { ManifestFile, ManifestPair, ManifestTarget, ManifestUnit } from './manifest.js';
import { blockKey, sentHash } from './unit-hash.js';
import { wantedLocales, type UnitChoice } from './wanted-locales.js';

/** Hashes of a block before the steps of a flow have changed it. */
export interface OriginalHashes {
  readonly key: string;
  readonly content: string;
  readonly structure: string;
  readonly context: string;
}

/** A block as the steps left it, with what the file had. */
export interface ReadUnit {
  readonly block: Block;
  readonly original: OriginalHashes;
  /** Line of the file on which it begins. */
  readonly line?: number | undefined;
}

/** A file whose blocks go out. */
export interface ReadFile {
  /** Seen from the project, with slashes. */
  readonly path: string;
  readonly sha256: string;
  readonly format: string;
  readonly options: JsonObject;
  readonly existing: readonly ManifestPair[];
  /** Languages that it takes part in; absent means all of the batch. */
  readonly targets?: readonly LocaleId[] | undefined;
  readonly blocks: readonly ReadUnit[];
}

/** One unit that goes out, for some languages. */
export interface ExchangeUnit extends ReadUnit {
  readonly id: string;
  readonly sent: string;
  readonly locales: readonly LocaleId[];
  /** Place among the blocks of its file. */
  readonly index: number;
  /** Unit that is sent in its stead. */
  readonly same?: string;
}

/** A file with the units that go out. */
export interface ExchangeFile extends Omit<ReadFile, 'blocks'> {
  readonly blocks: readonly ReadUnit[];
  readonly units: readonly ExchangeUnit[];
}

/** Takes the hashes of a block as it was read. */
export function hashOriginal(block: Block): OriginalHashes {
  return {
    key: blockKey(block),
    content: contentHash(block),
    structure: structureHash(block),
    context: contextHash(block),
  };
}

/** Makes the units of a batch: numbered through all of its files, each for the languages that want it. */
export function toUnits(files: readonly ReadFile[], choice: UnitChoice): readonly ExchangeFile[] {
  let count = 0;
  const first = new Map<string, ExchangeUnit>();
  return files.map((file) => {
    const { targets } = file;
    const targetLocales = choice.targetLocales.filter((locale) => targets?.includes(locale) !== false);
    const own = { ...choice, targetLocales };
    const units = file.blocks.flatMap((read, index): readonly ExchangeUnit[] => {
      const locales = wantedLocales(read, own);
      if (locales.length === 0) return [];
      count += 1;
      const unit = { ...read, id: `u${count}`, sent: sentHash(read.block.source), locales, index };
      return [choice.dedupe === true ? withFirst(unit, first) : unit];
    });
    return { ...file, units };
  });
}

/** Lets the first unit with the same source, codes and languages stand for later ones. */
function withFirst(unit: ExchangeUnit, first: Map<string, ExchangeUnit>): ExchangeUnit {
  const { block, sent, locales } = unit;
  const key = [sent, structureHash(block), block.translatable, ...locales.map((locale) => targetKey(block, locale))];
  const known = first.get(key.join('\n'));
  if (known === undefined) first.set(key.join('\n'), unit);
  return known === undefined ? unit : { ...unit, same: known.id };
}

function targetKey({ targets }: Block, locale: LocaleId): string {
  const target = targets[locale];
  return target === undefined ? locale : `${locale} ${target.status} ${sentHash(target.runs)}`;
}

/** Describes a file and its units for the manifest: hashes and ids alone. */
export function toManifestFile({ path, sha256, format, options, existing, units }: ExchangeFile): ManifestFile {
  return {
    path,
    sha256,
    format,
    options,
    ...(existing.length === 0 ? {} : { existing }),
    units: units.map(toManifestUnit),
  };
}

function toManifestUnit({ id, original, sent, block, locales, same }: ExchangeUnit): ManifestUnit {
  const { key, content, structure, context } = original;
  const targets = Object.fromEntries(locales.map((locale) => [locale, toManifestTarget(block, locale)]));
  return { id, block: key, content, structure, context, sent, targets, ...(same === undefined ? {} : { same }) };
}

function toManifestTarget({ targets }: Block, locale: LocaleId): ManifestTarget {
  const target = targets[locale];
  return target === undefined ? {} : { state: target.status, hash: sentHash(target.runs) };
}
