import { existsSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildPage, missingPage } from './build-page.mjs';
import { bundle, entriesOf } from './bundle.mjs';
import { cacheDir, hash, list, listDeep, readJson, root, run, say, SetUpError, writeStamp } from './workspace.mjs';

const stamp = join(cacheDir, 'built.json');

/** @typedef {{ folder: string, sources: string[] }} Project */

/** @typedef {{ projects: string[], holes: string[], fingerprint: string }} MissingCode */

/** What a build has to do; null when nothing is to do. @returns {{ code: MissingCode | null, page: string | null } | null} */
export function missingBuild() {
  const [code, page] = [missingCode(), missingPage()];
  return code === null && page === null ? null : { code, page };
}

/** Code first: a page that does not fit the types of the gateway is not built. @param {{ code: MissingCode | null, page: string | null }} missing */
export async function build({ code, page }) {
  if (code !== null) await buildCode(code);
  if (page !== null) await buildPage(page);
}

/** The projects, and those whose output has holes. */
function missingCode() {
  const projects = findProjects().map((folder) => ({ folder, sources: sourcesOf(folder) }));
  const holes = projects.filter(hasHoles).map(({ folder }) => folder);
  const fingerprint = fingerprintOf(projects);
  if (holes.length === 0 && readJson(stamp)?.fingerprint === fingerprint) return null;
  return { projects: projects.map(({ folder }) => folder), holes, fingerprint };
}

/** Types by the compiler, then one file of code per entry: a package of a hundred modules imports four times as fast so. @param {MissingCode} missing */
async function buildCode({ projects, holes, fingerprint }) {
  say('Building (tsc -b, rolldown) …');
  // The compiler trusts its build info and would not see a missing file.
  for (const project of holes) rmSync(join(project, 'dist', '.tsbuildinfo'), { force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, output } = await run(process.execPath, [tsc, '-b', ...projects]);
  if (code !== 0) throw new SetUpError(`${output.trimEnd()}\n\nCannot build: the compiler found the errors above`);
  for (const project of projects) removeOrphans(project);
  await Promise.all(projects.map(bundle));
  writeStamp(stamp, { fingerprint });
}

function findProjects() {
  return ['packages', 'examples']
    .flatMap((folder) => list(join(root, folder)).map((name) => join(root, folder, name)))
    .filter((folder) => existsSync(join(folder, 'tsconfig.json')));
}

/** Names below `src`, without those that are not emitted. @param {string} project */
function sourcesOf(project) {
  const source = join(project, 'src');
  return listDeep(source)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d|d)\.tsx?$/.test(file))
    .map((file) => relative(source, file));
}

/** @param {Project} project */
function hasHoles({ folder, sources }) {
  const output = join(folder, 'dist');
  const there = new Set(listDeep(output).map((file) => relative(output, file)));
  const wanted = [
    ...sources.map((name) => name.replace(/\.tsx?$/, '.d.ts')),
    ...entriesOf(folder).map((name) => `${name}.js`),
  ];
  return wanted.some((name) => !there.has(name));
}

/**
 * Names, sizes and times of all inputs: sees a deleted file too, and one that went back to an older state.
 *
 * @param {Project[]} projects
 */
function fingerprintOf(projects) {
  const configs = list(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  const inputs = [
    join(root, 'scripts', 'set-up', 'bundle.mjs'),
    join(root, 'scripts', 'lower-decorators.mjs'),
    ...configs.map((name) => join(root, name)),
    ...projects.flatMap(({ folder, sources }) => [
      join(folder, 'tsconfig.json'),
      join(folder, 'package.json'),
      ...sources.map((name) => join(folder, 'src', name)),
    ]),
  ];
  const lines = inputs.map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return `${relative(root, file)} ${stats?.size} ${stats?.mtimeMs}`;
  });
  return hash(lines.join('\n'));
}

/** Output whose source was deleted or renamed could still be imported, and published. @param {string} project */
function removeOrphans(project) {
  const output = join(project, 'dist');
  const kept = new Set(sourcesOf(project).map((name) => name.replace(/\.tsx?$/, '.d.ts')));
  for (const file of listDeep(output)) {
    const name = relative(output, file);
    // Code is written anew each time; only the compiler's own notes and what it would not write again stay.
    if (!kept.has(name) && name !== '.tsbuildinfo') rmSync(file);
  }
}
