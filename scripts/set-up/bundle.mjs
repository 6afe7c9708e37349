import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lowerDecorators } from '../lower-decorators.mjs';
import { readJson, SetUpError } from './workspace.mjs';

/** Stands for the modules of all tools in a row. */
const EVERY_TOOL = 'tool/*';

/** Tools whose folders contain nearly all that they need. */
const lightTools = [
  'batch',
  'bom-convert',
  'case-transform',
  'char-count',
  'create-target',
  'fullwidth-convert',
].concat(
  ['inline-codes-remove', 'linebreak-convert', 'properties-set', 'pseudo-translate', 'remove-target', 'segment-count'],
  ['span-classify', 'whitespace-correct', 'word-count'],
);

/**
 * Modules that begin together, by package: each row becomes one file with all that it imports, less what the rows before it
 * have. Node takes about half a millisecond for every file, and what a command needs would lie in a hundred of them.
 *
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
const beginTogether = {
  core: [['index']],
  cli: [['index'], ['parse-command-line'], ['command/run/run']],
  project: [['index'], ['run/serve-run-thread'], ['run', 'flow/compose-flow']],
  flow: [['content'], ['index'], ['engine']],
  // The tools with little code begin with a run; all others lie in one file, since commands that list tools load them all.
  l10n: [['run', 'format/json/read', 'format/json/write', ...lightTools.map(toolModule)], [EVERY_TOOL]],
};

/** One file of code for every entry of a package, and those that entries share. @param {string} project */
export async function bundle(project) {
  const entries = entriesOf(project);
  // The page is nobody's import: vite builds it.
  if (entries.length === 0) return;
  const { build } = await import('rolldown');
  await build({
    input: Object.fromEntries(entries.map((entry) => [entry, sourceOf(project, entry)])),
    external: (id) => !id.startsWith('.') && !id.startsWith(project),
    plugins: [lowerDecorators()],
    platform: 'neutral',
    // What an entry exports is the public surface: nothing may be added to it.
    preserveEntrySignatures: 'strict',
    transform: { target: 'node20' },
    logLevel: 'silent',
    output: {
      dir: join(project, 'dist'),
      chunkFileNames: 'shared-[hash].js',
      comments: { jsdoc: false },
      // Text of one byte a character is read and kept at half the cost.
      charset: 'ascii',
      codeSplitting: { groups: groupsOf(project) },
    },
  });
}

/** The names of the files that a package's `exports` lead to: `index`, and whatever else it offers. @param {string} project @returns {string[]} */
export function entriesOf(project) {
  const { exports = {} } = readJson(join(project, 'package.json'));
  return Object.values(exports).map((target) => /^\.\/dist\/(.+)\.js$/.exec(target.default)?.[1] ?? 'index');
}

/** @param {string} project */
function groupsOf(project) {
  const rows = beginTogether[basename(project)] ?? [];
  return rows.map((names, at) => {
    const modules = names.flatMap((name) => (name === EVERY_TOOL ? toolModules(project) : [name]));
    for (const name of modules) assertModule(project, name);
    const sources = new Set(modules.map((name) => sourceOf(project, name)));
    return { name: 'shared', priority: rows.length - at, test: (/** @type {string} */ id) => sources.has(id) };
  });
}

/** The modules of all tools: each folder has one of its name. @param {string} project */
function toolModules(project) {
  const names = readdirSync(join(project, 'src', 'tool'));
  return names.map(toolModule).filter((name) => existsSync(sourceOf(project, name)));
}

/** @param {string} name */
function toolModule(name) {
  return `tool/${name}/${name}`;
}

/** A module that was renamed would be left out, and nobody would notice. @param {string} project @param {string} name */
function assertModule(project, name) {
  if (existsSync(sourceOf(project, name))) return;
  const problem = `there is no module "${name}", which scripts/set-up/bundle.mjs names`;
  throw new SetUpError(`Cannot build "${basename(project)}": ${problem}`);
}

/** @param {string} project @param {string} name */
function sourceOf(project, name) {
  return join(project, 'src', `${name}.ts`);
}
