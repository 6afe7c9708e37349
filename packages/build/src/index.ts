export { buildErrors } from './build-errors.js';
export type { BuildOptions } from './build-options.js';
export { buildRegistry, type BuildResult, type Built, type NotBuilt } from './build-registry.js';
export { checkRegistry, checkToolFolders, type RegistryCheck } from './check-registry.js';
export { problemCodes, type ProblemCode } from './problem/problem-codes.js';
export { isWarning, type Problem } from './problem/problem.js';
export { initToolFolder, type Scaffold } from './scaffold/init-tool-folder.js';
export { watchToolFolders, type ToolFolderWatch, type WatchOptions } from './watch/watch-tool-folders.js';
