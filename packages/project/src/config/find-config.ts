import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { projectErrors } from '../project-errors.js';

/** Names of a config file; the first is the one that `helve init` writes. */
const configFileNames = ['helve.config.ts', 'helve.config.js', 'helve.config.mjs', 'helve.config.json'] as const;

/** The config files in a folder. */
export function configFilesIn(folder: string): string[] {
  return configFileNames.map((name) => join(folder, name)).filter((file) => existsSync(file));
}

/** The file that was named, or the nearest one from the folder upwards. */
export function findConfig(cwd: string, named: string | undefined): string {
  if (named !== undefined) return assertFile(resolve(cwd, named), named);
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const [file, another] = configFilesIn(folder);
    if (file !== undefined && another !== undefined) {
      throw projectErrors.create('PROJECT_CONFIG_AMBIGUOUS', {
        folder,
        files: `${basename(file)} and ${basename(another)}`,
      });
    }
    if (file !== undefined) return file;
    if (folder === dirname(folder))
      throw notFound(`there is no helve.config.ts, .js, .mjs or .json in "${cwd}" or above it`);
  }
}

function assertFile(file: string, named: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw notFound(`there is no file "${named}"`);
  if (!/\.(?:[cm]?[jt]s|json)$/.test(file)) throw notFound(`"${named}" is neither TypeScript, JavaScript nor JSON`);
  return file;
}

function notFound(problem: string): Error {
  return projectErrors.create('PROJECT_CONFIG_NOT_FOUND', { problem });
}
