import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheDir, hash, list, listDeep, readJson, root, say, SetUpError, writeStamp } from './workspace.mjs';

const stamp = join(cacheDir, 'page.json');
const studio = join(root, 'packages', 'studio');
const configFile = join(studio, 'vite.config.ts');
/** The list of flags that is written into the page. */
const flagList = join(root, 'packages', 'flow', 'src', 'tool', 'reserved-names.ts');
const built = join(root, 'packages', 'gateway', 'static', 'index.html');

/** The state of the sources that the page has to be built from; null when it is, or when there is no page. */
export function missingPage() {
  if (!existsSync(configFile)) return null;
  const fingerprint = fingerprintOf();
  return existsSync(built) && readJson(stamp)?.fingerprint === fingerprint ? null : fingerprint;
}

/** One page with its files, into the gateway that serves it. @param {string} fingerprint */
export async function buildPage(fingerprint) {
  say('Building the page (vite) …');
  await inProduction(async () => {
    const vite = await import('vite');
    try {
      await vite.build({ configFile, logLevel: 'error' });
    } catch (error) {
      throw new SetUpError(`Cannot build the page: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  writeStamp(stamp, { fingerprint });
}

/** React is twice as large elsewhere; and what vite sets must not reach the tests that run after it. @param {() => Promise<void>} work */
async function inProduction(work) {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** Names, sizes and times of all that a page is made of; tests are no part of it. */
function fingerprintOf() {
  const files = [
    flagList,
    ...list(studio)
      .filter((name) => /\.(html|json|ts)$/.test(name))
      .map((name) => join(studio, name)),
    ...listDeep(join(studio, 'src')).filter((file) => !file.endsWith('.test.ts')),
  ];
  const lines = files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${relative(root, file)} ${size} ${mtimeMs}`;
  });
  return hash(lines.join('\n'));
}
