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
  const { openRemoteTools } = await import('./remote-tools.js');
  const store = createLazyStore(config.store, file);
  const remote = openRemoteTools({ config, configFile: file, env, store });
  try {
    return await loadPlugins(config.plugins, file, remote);
  } finally {
    await remote.close();
    await store.close();
  }
}
