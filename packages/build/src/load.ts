export { loadRegistryFile, type LoadRegistryFileOptions } from './load/load-registry-file.js';
export { watchRegistry, type RegistryWatch, type WatchRegistryOptions } from './load/watch-registry.js';
