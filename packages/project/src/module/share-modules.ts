import type { Plugin } from 'esbuild';
import type { ModuleExports, OpenModule } from './load-modules.js';

/** Where the code of a bundle finds what another bundle has opened. */
const SHARED = 'helve.bundled-modules';

/** The modules that bundles of this process hold, by file. */
export const openModules = new Map<string, OpenModule>();

const opened = new Map<string, ModuleExports>();
Reflect.set(globalThis, Symbol.for(SHARED), opened);

/** Takes a module that an earlier bundle holds from there, so that a token or a class of both exists once; tells of the others. */
export function shareModules(hold: (file: string) => void): Plugin {
  return {
    name: 'helve:share-modules',
    setup(build) {
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        const open = openModules.get(path);
        if (open === undefined) {
          hold(path);
          return undefined;
        }
        opened.set(path, await open());
        return { contents: toReference(path, Object.keys(opened.get(path) ?? {})), loader: 'js' };
      });
    },
  };
}

function toReference(file: string, names: readonly string[]): string {
  const bound = names.map((name, index) => `const _${index} = shared[${JSON.stringify(name)}];`);
  const listed = names.map((name, index) => `_${index} as ${JSON.stringify(name)}`);
  const shared = `globalThis[Symbol.for(${JSON.stringify(SHARED)})].get(${JSON.stringify(file)})`;
  return `const shared = ${shared};\n${bound.join('\n')}\nexport { ${listed.join(', ')} };`;
}
