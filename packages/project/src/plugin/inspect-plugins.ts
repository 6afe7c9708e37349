import type { LoadedConfig } from '../config/load-config.js';
import type { Environment } from '../project-io.js';
import { createLazyStore } from '../caller/lazy-store.js';
import { isCapabilityPlugin, loadPlugins, type LoadedPlugin } from './load-plugins.js';

/** Loads the plugins of a config to look at them, and ends what had to be started for it. */
export async function inspectPlugins(
  { config, file }: LoadedConfig,
  env: Environment,
): Promise<readonly LoadedPlugin[]> {
  if (!config.plugins.some(isCapabilityPlugin)) return loadPlugins(config.plugins, file);
  const [{ openRemoteTools }, { openProjectWorkers }] = await Promise.all([
    import('./remote-tools.js'),
    import('../worker/project-workers.js'),
  ]);
  const store = createLazyStore(config.store, file);
  const workers = await openProjectWorkers({ config, configFile: file, env, store });
  try {
    return await loadPlugins(config.plugins, file, openRemoteTools(workers));
  } finally {
    await workers.close();
    await store.close();
  }
}
