const decorator = /(?:^|[\s(=,;{}])@[A-Za-z_$]/m;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/**
 * A plugin of rolldown and Vite that lowers decorators before they see them: they would leave them in their output, which
 * no Node can parse. Files named `*.legacy.ts` get TypeScript's older decorators, all others the standard ones.
 */
export function lowerDecorators() {
  return {
    name: 'helve:lower-decorators',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} source @param {string} id */
    async transform(source, id) {
      const file = id.split('?')[0] ?? id;
      if (!/\.tsx?$/.test(file) || file.includes('/node_modules/')) return null;
      if (!decorator.test(source.replace(comment, ''))) return null;
      const { transform } = await import('esbuild');
      const { code, map } = await transform(source, {
        loader: file.endsWith('x') ? 'tsx' : 'ts',
        target: 'es2022',
        sourcefile: file,
        sourcemap: true,
        tsconfigRaw: {
          compilerOptions: {
            verbatimModuleSyntax: true,
            experimentalDecorators: /\.legacy(?:\.test)?\.tsx?$/.test(file),
          },
        },
      });
      return { code, map };
    },
  };
}
