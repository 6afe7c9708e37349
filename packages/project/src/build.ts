export { buildRegistry, checkRegistry, initToolFolder, watchToolFolders } from '@helve/build';
export { buildCacheFolder, composeBuild } from './registry/compose-build.js';
export { useNodeSha256 } from './use-node-sha256.js';
