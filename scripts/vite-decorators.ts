import { transform } from 'esbuild';
import type { Plugin } from 'vite';

const decorator = /(?:^|[\s(=,;{}])@[A-Za-z_$]/m;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/**
 * Lowers decorators before Vite sees them: it would leave them in its output, which no Node can parse.
 * Files named `*.legacy.ts` get TypeScript's older decorators, all others the standard ones.
 */
export function decorators(): Plugin {
  return {
    name: 'helve:decorators',
    enforce: 'pre',
    async transform(source, id) {
      const file = id.split('?')[0] ?? id;
      if (!/\.tsx?$/.test(file) || file.includes('/node_modules/')) return null;
      if (!decorator.test(source.replace(comment, ''))) return null;
      const legacy = /\.legacy(?:\.test)?\.tsx?$/.test(file);
      const { code, map } = await transform(source, {
        loader: file.endsWith('x') ? 'tsx' : 'ts',
        target: 'es2022',
        sourcefile: file,
        sourcemap: true,
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, experimentalDecorators: legacy } },
      });
      return { code, map };
    },
  };
}
