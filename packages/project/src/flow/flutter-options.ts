import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { JsonObject } from '@helve/core';
import type { FormatResolver } from '@helve/flow/content';
import { withOptions } from '@helve/l10n/run';

const FILE = 'l10n.yaml';
const MAX_BYTES = 64 * 1024;

/**
 * Lets the settings of a Flutter project decide how its messages are read: the nearest `l10n.yaml`, beside a file or in
 * a folder above it up to that of the project. Options of the config win.
 */
export function withFlutterOptions(
  formats: FormatResolver,
  own: JsonObject | undefined,
  folder: string,
): FormatResolver {
  if (own?.['useEscaping'] !== undefined) return formats;
  const known = new Map<string, boolean>();
  return Object.freeze<FormatResolver>({
    ...formats,
    detect(query) {
      const found = formats.detect(query);
      if (found.format?.id !== 'arb' || query.path === undefined) return found;
      if (!usesEscaping(dirname(resolve(folder, query.path)), folder, known)) return found;
      return { ...found, format: withOptions(found.format, { useEscaping: true }) };
    },
  });
}

function usesEscaping(place: string, folder: string, known: Map<string, boolean>): boolean {
  const found = known.get(place) ?? ownSetting(place) ?? inParent(place, folder, known);
  known.set(place, found);
  return found;
}

function inParent(place: string, folder: string, known: Map<string, boolean>): boolean {
  const parent = dirname(place);
  const isOutside = relative(folder, parent).startsWith('..');
  return parent !== place && !isOutside && usesEscaping(parent, folder, known);
}

/** Reads the settings in a folder; undefined where there are none. */
function ownSetting(place: string): boolean | undefined {
  const file = join(place, FILE);
  const facts = lstatSync(file, { throwIfNoEntry: false });
  if (facts === undefined || !facts.isFile() || facts.size > MAX_BYTES) return undefined;
  return /^use-escaping[ \t]*:[ \t]*["']?true["']?[ \t]*(?:#.*)?$/mu.test(
    readFileSync(file, 'utf8').replaceAll('\r', ''),
  );
}
