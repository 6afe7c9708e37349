import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectErrors, countProblems, type ProblemDetail } from '../project-errors.js';
import { describeThrown } from './describe-thrown.js';

/** Exports of a module. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** Runs a module and gives its exports. */
export type OpenModule = () => Promise<ModuleExports>;

const typeScript = /\.[cm]?tsx?$/;

/** Loads modules in order. JavaScript is the common case and needs nothing; TypeScript is bundled first. All that fail are named. */
export async function loadModules(files: readonly string[]): Promise<ModuleExports[]> {
  const sources = files.filter((file) => typeScript.test(file) && existsSync(file));
  const bundled = sources.length === 0 ? undefined : await bundle(sources);
  const modules: ModuleExports[] = [];
  const findings: ProblemDetail[] = [];
  for (const file of files) {
    try {
      if (!existsSync(file)) throw new Error('there is no such file');
      const open = bundled?.get(file) ?? (() => import(pathToFileURL(file).href) as Promise<ModuleExports>);
      modules.push(await open());
    } catch (thrown) {
      findings.push({ where: file, message: await explain(thrown, file) });
    }
  }
  if (findings.length > 0) throw loadFailed(findings);
  return modules;
}

async function bundle(files: readonly string[]): Promise<ReadonlyMap<string, OpenModule>> {
  const { bundleModules } = await import('./bundle-modules.js');
  const { modules, findings } = await bundleModules(files);
  if (findings.length > 0) throw loadFailed(findings);
  return modules;
}

/** Node does not say in which line of JavaScript the syntax breaks; the bundler does. */
async function explain(thrown: unknown, file: string): Promise<string> {
  if (thrown instanceof SyntaxError) {
    const { bundleModules } = await import('./bundle-modules.js');
    const { findings } = await bundleModules([file]);
    const [first] = findings;
    if (first !== undefined) return `${first.message} (${first.where})`;
  }
  return describeThrown(thrown);
}

function loadFailed(findings: readonly ProblemDetail[]): Error {
  const files = [...new Set(findings.map(({ where }) => where.replace(/(?::\d+)+$/, '')))];
  const what = files.length === 1 ? `"${files[0] ?? ''}"` : `${files.length} files`;
  return projectErrors.create(
    'PROJECT_MODULE_FAILED',
    { what, problem: `found ${countProblems(findings)}` },
    { details: { findings } },
  );
}
