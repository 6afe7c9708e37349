import type { Issue, JsonObject } from '@helve/core';
import { applyConfig } from '@helve/flow';
import type { Format, FormatPreset, FormatResolver } from '@helve/flow/content';
import { createFormats, missingPreset, noPreset, withOptions } from '@helve/l10n/run';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ConfigByName } from '../config/flow-keys.js';
import type { ProblemDetail } from '../project-errors.js';
import { withFlutterOptions } from './flutter-options.js';

/** Formats with the options and presets of the project, and the project's map of files. */
export function createResolver(
  formats: readonly Format[],
  { formats: own, content }: ResolvedConfig,
  folder: string,
): FormatResolver {
  const map = content.flatMap(({ path, format }) => {
    const [id = '', preset] = format?.split(':') ?? [];
    return format === undefined
      ? []
      : [{ glob: `**/${path}`, format: id, ...(preset === undefined ? {} : { preset }) }];
  });
  const known = formats.map((format) => configured(format, own));
  return withFlutterOptions(createFormats(known, map), own['arb'], folder);
}

/** Lists the problems of the options and presets that a project gives to formats. */
export function checkFormatKeys(own: ConfigByName, formats: readonly Format[]): ProblemDetail[] {
  return Object.entries(own).flatMap(([key, config]) => {
    const [id, preset] = key.split(':');
    const where = `formats.${key}`;
    const format = formats.find((each) => each.id === id);
    if (format === undefined) return [{ where, message: 'There is no such format' }];
    const { options } = preset === undefined ? { options: config } : toPreset(preset, config);
    const result = applyConfig(format.options, options);
    const found = result.ok ? [] : result.errors.map((issue) => toFinding(issue, where));
    const missing = preset === undefined ? undefined : missingPreset(withPresets(format, own), preset);
    return missing === undefined
      ? found
      : [...found, { where: `${where}.extends`, message: capitalized(noPreset(format, missing)) }];
  });
}

function configured(format: Format, own: ConfigByName): Format {
  const options = own[format.id];
  const known = withPresets(format, own);
  return options === undefined ? known : withOptions(known, options);
}

/** Presets of the project stand before those of the format, so that one of the same name wins. */
function withPresets(format: Format, own: ConfigByName): Format {
  const presets = Object.entries(own).flatMap(([key, config]) => {
    const [id, preset] = key.split(':');
    return id === format.id && preset !== undefined ? [toPreset(preset, config)] : [];
  });
  return presets.length === 0 ? format : { ...format, presets: [...presets, ...(format.presets ?? [])] };
}

function toPreset(id: string, { extends: base, ...options }: JsonObject): FormatPreset {
  return { id, title: 'a preset of the project', options, ...(typeof base === 'string' ? { extends: base } : {}) };
}

function toFinding({ pointer, message, suggestion }: Issue, where: string): ProblemDetail {
  const location = `${where}${pointer.replaceAll('/', '.')}`;
  return { where: location, message, ...(suggestion === undefined ? {} : { suggestion }) };
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
