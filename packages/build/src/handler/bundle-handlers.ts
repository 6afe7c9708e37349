import { basename } from 'node:path';
import { build, type BuildFailure, type BuildResult, type Message, type Metafile, type OutputFile } from 'esbuild';

/** A handler to compile: its path below the tools folder. */
export interface HandlerSource {
  readonly toolId: string;
  readonly path: string;
}

/** A message of the compiler about one handler. */
export interface HandlerMessage {
  readonly path: string;
  readonly line?: number;
  readonly text: string;
}

/** A compiled handler: its code, with all local modules inside, and its sources. */
export interface Bundle {
  readonly code: string;
  /** Paths of the handler and every local module it reaches, relative to the tools folder. */
  readonly modules: readonly string[];
  /** Targets of imports, by module and specifier; packages are not included. */
  readonly links: Links;
  /** Packages that are imported by name and resolved where the handler runs. */
  readonly packages: readonly string[];
  readonly warnings: readonly HandlerMessage[];
}

export type Links = ReadonlyMap<string, ReadonlyMap<string, string>>;

export type BundleResult = Bundle | { readonly errors: readonly HandlerMessage[] };

type Result = BuildResult<{ metafile: true; write: false }>;

/** Compiles all handlers in one run; when one fails, each on its own, so that each gets its own errors. */
export async function bundleHandlers(
  dir: string,
  sources: readonly HandlerSource[],
): Promise<ReadonlyMap<string, BundleResult>> {
  if (sources.length === 0) return new Map();
  try {
    const compiled = toCompiled(await bundle(dir, sources));
    return new Map(sources.map((source) => [source.toolId, toBundle(compiled, source)]));
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    const results: [string, BundleResult][] = [];
    for (const source of sources) results.push([source.toolId, await bundleOne(dir, source, error)]);
    return new Map(results);
  }
}

async function bundleOne(dir: string, source: HandlerSource, failure: BuildFailure): Promise<BundleResult> {
  try {
    return toBundle(toCompiled(await bundle(dir, [source])), source);
  } catch (error) {
    const { errors } = isBuildFailure(error) ? error : failure;
    return { errors: errors.map((message) => toMessage(message, source.path)) };
  }
}

/** Independent of the surroundings: no tsconfig, no environment, no working directory. */
function bundle(dir: string, sources: readonly HandlerSource[]): Promise<Result> {
  return build({
    entryPoints: sources.map(({ toolId, path }) => ({ in: `./${path}`, out: toolId })),
    absWorkingDir: dir,
    outdir: 'out',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    target: 'es2022',
    charset: 'utf8',
    keepNames: false,
    preserveSymlinks: true,
    tsconfigRaw: {},
    logLevel: 'silent',
  });
}

interface Compiled extends Pick<Result, 'metafile' | 'warnings'> {
  /** Code by id. */
  readonly codes: ReadonlyMap<string, OutputFile>;
}

function toCompiled({ outputFiles, metafile, warnings }: Result): Compiled {
  return { metafile, warnings, codes: new Map(outputFiles.map((file) => [basename(file.path, '.js'), file])) };
}

function toBundle({ codes, metafile, warnings }: Compiled, { toolId, path }: HandlerSource): Bundle {
  const reached = reach(metafile, path);
  return {
    // A comment that is kept has the line ends of its author.
    code: (codes.get(toolId)?.text ?? '').replaceAll('\r\n', '\n'),
    modules: [...reached].toSorted(),
    links: new Map([...reached].map((module) => [module, findLinks(metafile, module)])),
    packages: [...new Set([...reached].flatMap((module) => findPackages(metafile, module)))].toSorted(),
    warnings: warnings
      .filter(({ location }) => location !== null && reached.has(location.file))
      .map((message) => toMessage(message, path)),
  };
}

function reach({ inputs }: Metafile, entry: string): Set<string> {
  const reached = new Set([entry]);
  for (const module of reached) {
    for (const { path, external } of inputs[module]?.imports ?? []) if (external !== true) reached.add(path);
  }
  return reached;
}

function findLinks({ inputs }: Metafile, module: string): Map<string, string> {
  const local = (inputs[module]?.imports ?? []).filter(({ external }) => external !== true);
  return new Map(local.map(({ original, path }) => [original ?? path, path]));
}

function findPackages({ inputs }: Metafile, module: string): string[] {
  return (inputs[module]?.imports ?? []).filter(({ external }) => external === true).map(({ path }) => path);
}

function toMessage({ text, location }: Message, fallback: string): HandlerMessage {
  if (location === null) return { path: fallback, text };
  return { path: location.file.replaceAll('\\', '/'), line: location.line, text };
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
