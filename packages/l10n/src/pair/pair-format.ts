import type { JsonObject } from '@helve/core';
import type { Part } from '@helve/flow';
import type { ByteSource, Format, PairFormat, ReadContext } from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import { ExistingTarget } from './existing-target.js';
import { isPositional, UnitKeys } from './unit-keys.js';
import { writePair } from './write-pair.js';

/**
 * Makes a monolingual format read a document with its existing translations as targets, and write each target into its
 * existing file, of which everything else stays.
 */
export const pairFormat: PairFormat = (format, existing) => {
  const pairs = existing.map((file) => new ExistingTarget(format, file));
  let origin: ByteSource | undefined;
  return {
    ...format,
    read: (source, options, ctx) => readPairs(format, pairs, (origin = source), options, ctx),
    write: (parts, sink, skeleton, options, ctx) => {
      const pair = pairs.find(({ file }) => file.locale === ctx.targetLocale);
      if (pair === undefined) return format.write(parts, sink, skeleton, options, ctx);
      return writePair(format, pair, { parts, sink, skeleton, options, ctx, origin: () => origin });
    },
    pairs: () => pairs.map((pair) => pair.report()),
    locations: pairs.map((pair) => pair.locations()),
  };
};

async function* readPairs(
  format: Format,
  pairs: readonly ExistingTarget[],
  source: ByteSource,
  options: JsonObject,
  ctx: ReadContext,
): AsyncGenerator<Part> {
  for (const pair of pairs) await pair.load(options, ctx);
  await assertSameStructure(format, pairs, source, options, ctx);
  const keys = new UnitKeys();
  for await (const part of format.read(source, options, ctx)) {
    keys.see(part);
    if (part.kind === 'block') {
      const key = keys.next(part.block);
      for (const pair of pairs) pair.attach(key, part.block);
    }
    yield part;
  }
}

/** Refuses a pair of files without keys whose blocks are not the same: a text would be taken for the translation of another. */
async function assertSameStructure(
  format: Format,
  pairs: readonly ExistingTarget[],
  source: ByteSource,
  options: JsonObject,
  ctx: ReadContext,
): Promise<void> {
  if (pairs.every(({ positions }) => positions.length === 0)) return;
  const { skeleton: _, ...reading } = ctx;
  const expected: string[] = [];
  const keys = new UnitKeys();
  for await (const part of format.read(source, options, { ...reading, lose: () => undefined })) {
    keys.see(part);
    if (part.kind !== 'block') continue;
    const key = keys.next(part.block);
    if (isPositional(part.block)) expected.push(key);
  }
  for (const { file, positions } of pairs) {
    const at = differenceOf(expected, positions);
    if (at < 0) continue;
    const difference = `block ${at + 1} is ${nameAt(expected, at)} in "${ctx.document}" and ${nameAt(positions, at)} in the translation`;
    const problem = `${difference}; blocks of the format "${format.id}" have no "properties.key", so they are paired by their order`;
    throw l10nErrors.create('L10N_PAIR', { file: file.id, problem });
  }
}

function differenceOf(one: readonly string[], other: readonly string[]): number {
  const longer = one.length > other.length ? one : other;
  return longer.findIndex((_, at) => one[at] !== other[at]);
}

function nameAt(keys: readonly string[], at: number): string {
  const key = keys[at];
  return key === undefined ? 'missing' : `"${key.replaceAll('\u0000', ' ')}"`;
}
