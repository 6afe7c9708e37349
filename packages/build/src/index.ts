export { buildErrors } from './build-errors.js';
export type { BuildOptions } from './build-options.js';
export { buildRegistry, type BuildResult } from './build-registry.js';
export { checkRegistry, type RegistryCheck } from './check-registry.js';
export type { Problem } from './problem/problem.js';
export { initToolFolder } from './scaffold/init-tool-folder.js';
export { updateRegistry, type RegistryUpdate } from './update-registry.js';
export { watchToolFolders, type ToolFolderWatch } from './watch/watch-tool-folders.js';
