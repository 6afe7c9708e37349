import { dirname, join, resolve } from 'node:path';
import { isToolList } from '../config/flow-keys.js';
import { registrySources } from '../registry/registry-source.js';
import { pathInside, realFolder } from './grant.js';
import type { ReachedProject } from './reach.js';

/** Tests whether a path belongs to the project itself: its config, code, flows, workers, store and vaults. Callers name these, if at all, by name. */
export function protectedPaths({ config, configFile, folder }: ReachedProject): (path: string) => boolean {
  const at = (path: string) => resolve(folder, path);
  const modules = isToolList(config.tools) ? config.tools.filter((entry) => typeof entry === 'string') : [];
  // Beside a built registry lie its handlers.
  const registries = registrySources(config.tools, configFile).map(({ folder: built }) => built);
  const memories = [...(config.tm.read ?? []), config.tm.write ?? ''].filter((name) => /[/\\]|\.db$/.test(name));
  const folders = [
    configFile,
    join(folder, '.helve'),
    join(folder, 'node_modules'),
    ...modules.map(at),
    ...registries,
    ...config.plugins.filter((name) => /^\.{0,2}\//.test(name)).map(at),
    ...(config.workers.paths ?? []).map(at),
  ].flatMap(bothNames);
  // Beside these lie their logs, heads and locks.
  const prefixes = [
    ...('path' in config.store && config.store.path !== undefined ? [at(config.store.path)] : []),
    ...memories.map(at),
    ...Object.values(config.resources.vaults).map(at),
  ].flatMap(bothNames);
  const flows = config.flows.map(at).flatMap(bothNames);
  return (path) =>
    folders.some((protectedFolder) => pathInside(protectedFolder, path) !== undefined) ||
    prefixes.some((pathPrefix) => path.startsWith(pathPrefix)) ||
    flows.some((flow) => path === flow || (dirname(path) === flow && /\.(?:ya?ml|json)$/i.test(path)));
}

function bothNames(path: string): readonly string[] {
  return [path, realFolder(path)];
}
