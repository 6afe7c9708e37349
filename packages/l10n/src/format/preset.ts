import { nearestNames, type JsonObject } from '@helve/core';
import type { Format, FormatPreset, InsertRequest } from '@helve/flow/content';

/** True when a format has a preset of this id. */
export function hasPreset({ presets = [] }: Format, id: string): boolean {
  return presets.some((preset) => preset.id === id);
}

/** Says that a format has no such preset, and which ones it has. */
export function noPreset({ id, presets = [] }: Format, preset: string): string {
  const names = [...new Set(presets.map((one) => one.id))];
  const [near] = nearestNames(preset, names);
  const rest =
    names.length === 0 ? '' : near === undefined ? `; it has ${names.join(', ')}` : `; did you mean "${near}"?`;
  return `the format "${id}" has no preset "${preset}"${rest}`;
}

/** Options of a preset, on top of those of the presets that it extends. */
export function presetOptions(format: Format, id: string): JsonObject {
  const { chain } = presetChain(format, id);
  return Object.assign({}, ...chain.map(({ options }) => options)) as JsonObject;
}

/** Id of the first preset that is missing where a preset extends others. */
export function missingPreset(format: Format, id: string): string | undefined {
  return presetChain(format, id).missing;
}

/** The presets that one is made of, the innermost first. One that extends its own name means the next of this name. */
function presetChain(
  { presets = [] }: Format,
  id: string,
): { readonly chain: readonly FormatPreset[]; readonly missing?: string } {
  const chain: FormatPreset[] = [];
  for (let next: string | undefined = id; next !== undefined; next = chain[0]?.extends) {
    const preset = presets.find((one) => one.id === next && !chain.includes(one));
    if (preset === undefined) return { chain, missing: next };
    chain.unshift(preset);
  }
  return { chain };
}

/** Gives a format options under those that it is called with. */
export function withOptions(format: Format, own: JsonObject): Format {
  const { insert, kindOf } = format;
  return Object.freeze<Format>({
    ...format,
    ...(kindOf && { kindOf: (head: Uint8Array, options: JsonObject) => kindOf(head, { ...own, ...options }) }),
    read: (source, options, ctx) => format.read(source, { ...own, ...options }, ctx),
    write: (parts, sink, skeleton, options, ctx) => format.write(parts, sink, skeleton, { ...own, ...options }, ctx),
    ...(insert && {
      insert: (request: InsertRequest) => insert({ ...request, options: { ...own, ...request.options } }),
    }),
  });
}
