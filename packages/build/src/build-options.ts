import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { NameMap, SchemaCompiler } from '@helve/core';
import { checkOptionNames } from '@helve/core/options';
import { buildErrors } from './build-errors.js';

/** Options of a build. */
export interface BuildOptions {
  /** The folder of tool folders. */
  readonly dir: string;
  /** Target folder of the registry. Default: the folder of the tools. */
  readonly out?: string;
  /** Compilers of the provider forms; those of `openai` and `geminiNative` must be among them. */
  readonly compilers: readonly SchemaCompiler[];
  /** Names tools for providers. Default: their ids, which every provider accepts. */
  readonly names?: (ids: readonly string[]) => NameMap;
  /** Modes that tools may name, in addition to `voice` and `text`. */
  readonly modes?: readonly string[];
  /** Forms to make, of those with a compiler; `openai` and `geminiNative` are always made. */
  readonly providers?: readonly string[];
  /** Makes warnings stop the build too. */
  readonly strict?: boolean;
  /** Folder in which finished tools are cached for the next build. Default: no cache. */
  readonly cacheDir?: string;
  /** Seconds since 1970 for `buildTimestamp`, as `SOURCE_DATE_EPOCH` has them. */
  readonly sourceDateEpoch?: string | undefined;
  /** Called after each batch of tools. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** The checked options of a build with all defaults filled in. */
export interface BuildSettings {
  readonly dir: string;
  readonly out: string;
  readonly compilers: readonly SchemaCompiler[];
  readonly names: (ids: readonly string[]) => NameMap;
  readonly modes: readonly string[];
  readonly strict: boolean;
  readonly cacheDir: string | undefined;
  readonly sourceDateEpoch: number | undefined;
  readonly onProgress: NonNullable<BuildOptions['onProgress']>;
}

/** The forms stored in the artifact itself; the others are stored beside it. */
export const inlineProviders = ['geminiNative', 'openai'] as const;

const known: { readonly [K in keyof Required<BuildOptions>]: true } = {
  dir: true,
  out: true,
  compilers: true,
  names: true,
  modes: true,
  providers: true,
  strict: true,
  cacheDir: true,
  sourceDateEpoch: true,
  onProgress: true,
};

/** Checks the options once; everything after works with the settings. */
export function readOptions(options: BuildOptions): BuildSettings {
  checkOptionNames(options, Object.keys(known), invalid);
  const {
    dir,
    out = dir,
    compilers,
    names = itself,
    modes = [],
    strict = false,
    cacheDir,
    onProgress = nothing,
  } = options;
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw buildErrors.create('BUILD_FOLDER_MISSING', { dir });
  }
  return Object.freeze({
    dir: realpathSync(dir),
    out: toRealPath(resolve(out)),
    compilers: chooseCompilers(compilers, options.providers),
    names,
    modes: [...new Set(['voice', 'text', ...modes])],
    strict,
    cacheDir,
    sourceDateEpoch: readEpoch(options.sourceDateEpoch),
    onProgress,
  });
}

function chooseCompilers(compilers: readonly SchemaCompiler[], wanted?: readonly string[]): readonly SchemaCompiler[] {
  const keys = compilers.map(({ provider }) => provider);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw invalid(`there are two compilers for "${twice}"`);
  const unsafe = keys.find((key) => !/^[A-Za-z][A-Za-z0-9_-]*$/.test(key));
  if (unsafe !== undefined) throw invalid(`the provider "${unsafe}" cannot be the name of a file`);
  const missing = [...inlineProviders, ...(wanted ?? [])].find((key) => !keys.includes(key));
  if (missing !== undefined) throw invalid(`there is no compiler for "${missing}", of ${keys.join(', ') || 'none'}`);
  const needed: readonly string[] = [...inlineProviders, ...(wanted ?? keys)];
  return compilers
    .filter(({ provider }) => needed.includes(provider))
    .toSorted((a, b) => (a.provider < b.provider ? -1 : 1));
}

function readEpoch(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw invalid(`SOURCE_DATE_EPOCH has to be whole seconds since 1970, got "${text}"`);
}

/** Resolves the real path of a file that may not exist yet. */
function toRealPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(toRealPath(dirname(path)), basename(path));
}

function itself(ids: readonly string[]): NameMap {
  return Object.fromEntries(ids.map((id) => [id, id]));
}

function nothing(): void {}

function invalid(problem: string, suggestion?: string): Error {
  const options = suggestion === undefined ? {} : { details: { suggestion } };
  return buildErrors.create('BUILD_OPTION_INVALID', { problem }, options);
}
