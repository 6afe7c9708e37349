export { loadRegistryFile } from './load/load-registry-file.js';
export { watchRegistry, type RegistryWatch } from './load/watch-registry.js';
