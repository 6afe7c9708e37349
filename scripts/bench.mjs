// npm run bench -- <name> [args]: runs bench/<name>.ts against the built packages, as a user would import them.
import { join } from 'node:path';
import { runForeground } from './foreground.mjs';
import { setUpOrExit } from './set-up.mjs';
import { cacheDir, list, root, say } from './set-up/workspace.mjs';

const [name, ...rest] = process.argv.slice(2);
const names = list(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && file !== 'measure.ts')
  .map((file) => file.slice(0, -'.ts'.length));

if (name === undefined) {
  console.log(`npm run bench -- <name>\n${names.map((known) => `  ${known}`).join('\n')}`);
  process.exit(0);
}
if (!names.includes(name)) {
  const near = names.find((known) => isNear(known, name));
  say(`Cannot find the bench "${name}"${near ? `: did you mean "${near}"?` : ''}\nThere are: ${names.join(', ')}`);
  process.exit(2);
}

await setUpOrExit();

const { build } = await import('esbuild');
const outfile = join(cacheDir, 'bench', `${name}.mjs`);
await build({
  entryPoints: [join(root, 'bench', `${name}.ts`)],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'error',
});
runForeground(['--expose-gc', '--enable-source-maps', outfile, ...rest]);

/**
 * Equal but for one letter added, dropped, changed or swapped with its neighbour, or a beginning of it.
 *
 * @param {string} known
 * @param {string} given
 */
function isNear(known, given) {
  if (known.startsWith(given) || given.startsWith(known)) return true;
  let start = 0;
  while (known[start] === given[start]) start += 1;
  const [a, b] = [known.slice(start), given.slice(start)];
  const swapped = `${b[1] ?? ''}${b[0] ?? ''}${b.slice(2)}`;
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || a === swapped;
}
