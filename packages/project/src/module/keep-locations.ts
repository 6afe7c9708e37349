import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform, type OnResolveArgs, type OnResolveResult, type Plugin, type PluginBuild } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const resolving = Symbol('resolving');

/** Keeps the original locations of bundled files: packages resolve from there, and `import.meta` reports them. */
export function keepLocations(): Plugin {
  return {
    name: 'helve:keep-places',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, (args) =>
        args.pluginData === resolving ? undefined : resolvePackage(build, args),
      );
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }) => loadWithMeta(path));
    },
  };
}

/** A package is left to Node, by its full address; what turns out to be TypeScript, as through `paths`, is bundled. */
async function resolvePackage(build: PluginBuild, args: OnResolveArgs): Promise<OnResolveResult | undefined> {
  if (args.kind === 'entry-point' || /^(?:node|file|data):|^[A-Za-z]:\\/.test(args.path)) return undefined;
  const find = (resolveDir: string) =>
    build.resolve(args.path, { kind: args.kind, importer: args.importer, resolveDir, pluginData: resolving });
  let found = await find(args.resolveDir);
  // A project that only borrows `helve` still finds the packages `helve` is made of.
  if (found.errors.length > 0 && args.path.startsWith('@helve/')) found = await find(here);
  if (found.errors.length > 0) return undefined;
  if (found.external || /\.[cm]?tsx?$/.test(found.path)) return { path: found.path, external: found.external };
  return { path: pathToFileURL(found.path).href, external: true };
}

async function loadWithMeta(path: string) {
  const source = await readFile(path, 'utf8');
  if (!source.includes('import.meta')) return undefined;
  const { code } = await transform(source, {
    loader: path.endsWith('x') ? 'tsx' : 'ts',
    target: 'es2022',
    sourcefile: path,
    sourcemap: 'inline',
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(path).href),
      'import.meta.filename': JSON.stringify(path),
      'import.meta.dirname': JSON.stringify(dirname(path)),
    },
  });
  return { contents: code, loader: 'js' as const };
}
